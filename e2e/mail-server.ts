import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SmtpInbox } from '../server/src/testing/smtp-inbox.ts';
import { inboxOf } from './inbox.ts';

/** A mail server that stores each email as a file. */
export function startMailServer(dataDir: string): Promise<SmtpInbox> {
  const folder = inboxOf(dataDir);
  mkdirSync(folder, { recursive: true });
  const onReceived = (email: string) =>
    writeFileSync(path.join(folder, `${Date.now()}-${randomUUID()}.eml`), email.replaceAll('\r\n', '\n'));
  return new SmtpInbox({ onReceived }).start();
}
