import type { GettingStartedStep } from '@ledgerline/contract/rules';

/** A step with its task, reason and link. */
interface StepText {
  title: string;
  text: string;
  way: string;
  to: string;
}

/** Texts of each step; `me` is the current agent. */
export function stepsFor(me: number): Record<GettingStartedStep, StepText> {
  return {
    address: {
      title: 'Set your web address',
      text: 'Clients cannot open emailed links yet. Ask your IT contact to set the public address.',
      way: 'System Status',
      to: '/crm/status',
    },
    mail: {
      title: 'Connect a mail server',
      text: 'Email is not connected, so nothing is being sent. Ask your IT contact to connect a mail server.',
      way: 'System Status',
      to: '/crm/status',
    },
    sign_in: {
      title: 'Choose your own password',
      text: 'You are still using the setup password.',
      way: 'Edit Info',
      to: `/crm/agents/${me}`,
    },
    colleague: {
      title: 'Add a colleague',
      text: 'Give each person their own login, so activity is tracked by person.',
      way: 'Add Agent',
      to: '/crm/agents/new',
    },
    client: {
      title: 'Import your clients',
      text: 'All at once from a spreadsheet, or one by one.',
      way: 'Import Clients',
      to: '/crm/imports',
    },
    template: {
      title: 'Create a form template',
      text: 'What your clients fill in, sign and pay, in addition to the built-in Personal Information form.',
      way: 'Forms',
      to: '/crm/forms',
    },
    link: {
      title: 'Send your first form',
      text: 'Open a client, choose a form, and send its link.',
      way: 'Clients',
      to: '/crm/clients',
    },
  };
}
