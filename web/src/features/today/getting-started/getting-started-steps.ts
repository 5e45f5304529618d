import { EMAIL_NOT_CONNECTED, type GettingStartedStep } from '@ledgerline/contract/rules';

/** A step with its task, reason and link. */
interface StepText {
  title: string;
  text: string;
  linkLabel: string;
  to: string;
}

/** Texts of each step; `me` is the current agent. */
export function stepsFor(me: number): Record<GettingStartedStep, StepText> {
  return {
    address: {
      title: 'Set your web address',
      text: 'Clients cannot open emailed links yet. Ask your IT contact to set the public address.',
      linkLabel: 'System Status',
      to: '/crm/status',
    },
    mail: {
      title: 'Connect a mail server',
      text: `${EMAIL_NOT_CONNECTED} Nothing is sent until your IT contact sets SMTP_URL and MAIL_FROM.`,
      linkLabel: 'Settings',
      to: '/crm/settings/email',
    },
    sign_in: {
      title: 'Choose your own password',
      text: 'You are still using the setup password.',
      linkLabel: 'Edit Info',
      to: `/crm/agents/${me}`,
    },
    colleague: {
      title: 'Add a colleague',
      text: 'Give each person their own login, so activity is tracked by person.',
      linkLabel: 'Add Agent',
      to: '/crm/agents/new',
    },
    client: {
      title: 'Import your clients',
      text: 'All at once from a spreadsheet, or one by one.',
      linkLabel: 'Import Clients',
      to: '/crm/imports',
    },
    template: {
      title: 'Create a form template',
      text: 'What your clients fill in, sign and pay, in addition to the built-in Personal Information form.',
      linkLabel: 'Forms',
      to: '/crm/forms',
    },
    link: {
      title: 'Send your first form',
      text: 'Open a client, choose a form, and send its link.',
      linkLabel: 'Clients',
      to: '/crm/clients',
    },
  };
}
