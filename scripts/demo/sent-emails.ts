import type { EmailTransport } from '../../server/src/platform/email/transport.ts';

/** The past of the demo has a mail server, so that clients were emailed and reminded; no email leaves. */
export const sentEmails: EmailTransport = {
  name: 'smtp',
  send: async () => undefined,
  verify: async () => undefined,
  delete: async () => undefined,
  close: () => undefined,
};
