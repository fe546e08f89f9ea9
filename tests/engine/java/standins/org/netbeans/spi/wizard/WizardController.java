package org.netbeans.spi.wizard;

/** Empty stand-in, see WizardPanelProvider. */
public class WizardController {
}
