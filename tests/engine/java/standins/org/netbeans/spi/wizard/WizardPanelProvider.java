package org.netbeans.spi.wizard;

/** Empty stand-in: the registry's engine comes without the wizard library, which the driver never shows. */
public class WizardPanelProvider {
  protected WizardPanelProvider(String title, String[] steps, String[] descriptions) {
  }

  protected WizardPanelProvider(String title, String step, String description) {
  }

  protected WizardPanelProvider(String[] steps, String[] descriptions) {
  }
}
