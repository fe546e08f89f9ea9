package org.netbeans.spi.wizard;

import javax.swing.JPanel;

/** Empty stand-in, see WizardPanelProvider. */
public class WizardPage extends JPanel {
  private static final long serialVersionUID = 1L;

  /** Empty stand-in. */
  public interface WizardResultProducer {
  }
}
