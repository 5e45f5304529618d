import { afterAll } from 'vitest';
import { SmtpInbox } from './smtp-inbox.ts';
import { useTestApp } from './test-app.ts';

/** A server with a mail server, which stores what it receives. */
export function useConnectedApp(environment: Record<string, string> = {}) {
  const inbox = new SmtpInbox();
  const t = useTestApp(async () => ({
    SMTP_URL: `smtp://${(await inbox.start()).host}`,
    PUBLIC_URL: 'https://portal.example',
    ...environment,
  }));
  afterAll(() => inbox.stop());
  return { t, inbox };
}
