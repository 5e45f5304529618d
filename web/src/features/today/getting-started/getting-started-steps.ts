import type { GettingStartedStep } from '@ledgerline/contract/rules';

/** A step as it is told: what is to be done, why, and where. */
interface StepText {
  title: string;
  text: string;
  way: string;
  to: string;
}

/** The words of each step; `me` is who reads them. */
export function stepsFor(me: number): Record<GettingStartedStep, StepText> {
  return {
    address: {
      title: 'Set the portal’s address',
      text: 'Without PUBLIC_URL the links in scheduled mails work on this machine only. Whoever runs the server sets it.',
      way: 'System Status',
      to: '/crm/status',
    },
    mail: {
      title: 'Connect a mail server',
      text: 'Until SMTP_URL is set, mails reach nobody: they are files in the outbox folder.',
      way: 'System Status',
      to: '/crm/status',
    },
    sign_in: {
      title: 'Choose a password of your own',
      text: 'Yours is still the one of the first start.',
      way: 'Edit Info',
      to: `/crm/agents/${me}`,
    },
    colleague: {
      title: 'Add a colleague',
      text: 'Everybody signs in for himself, so the history says who did what.',
      way: 'Add Agent',
      to: '/crm/agents/new',
    },
    client: {
      title: 'Bring in your clients',
      text: 'All at once from a spreadsheet, or one by one.',
      way: 'Import Clients',
      to: '/crm/imports',
    },
    template: {
      title: 'Make the first form template',
      text: 'What your clients fill in, sign and pay, beside the Personal Information that is there already.',
      way: 'Forms',
      to: '/crm/forms',
    },
    link: {
      title: 'Send the first link',
      text: 'Open a client, choose a form, and send its link.',
      way: 'Clients',
      to: '/crm/clients',
    },
  };
}
