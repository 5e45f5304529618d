import type { EmailTransport } from '../../server/src/platform/email/transport.ts';

/** Accepts every email and sends none, so that clients of the demo appear to have been emailed and reminded. */
export const sentEmails: EmailTransport = {
  name: 'smtp',
  send: async () => undefined,
  verify: async () => undefined,
  delete: async () => undefined,
  close: () => undefined,
};
