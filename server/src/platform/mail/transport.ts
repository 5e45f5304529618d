import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface MailMessage {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
  at: Date;
}

/** Takes a mail out of the house. A repeated message keeps its Message-ID, so that receivers can tell. */
export interface MailTransport {
  /** Which one it is, for the status page. */
  readonly name: 'smtp' | 'outbox';
  send(message: MailMessage): Promise<void>;
}

/** SMTP when SMTP_URL is set, else files in the outbox folder that any mail program opens. */
export function createMailTransport(config: Config, outboxDir: string): MailTransport {
  return config.SMTP_URL ? smtp(config.SMTP_URL, config.MAIL_FROM) : outbox(outboxDir, config.MAIL_FROM);
}

function smtp(url: string, from: string): MailTransport {
  const transport = createTransport({ url, connectionTimeout: 10_000, socketTimeout: 30_000 });
  return {
    name: 'smtp',
    send: async ({ at, ...message }) => {
      await transport.sendMail({ ...message, from, date: at });
    },
  };
}

function outbox(folder: string, from: string): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    name: 'outbox',
    async send({ at, ...message }) {
      const { message: bytes } = await writer.sendMail({ ...message, from, date: at });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${at.toISOString().replaceAll(':', '-')}-${message.messageId.replaceAll(/[^\w.-]/g, '')}.eml`;
      const unfinished = path.join(folder, `.${name}`);
      await writeFile(unfinished, bytes instanceof Buffer ? bytes : Buffer.from(String(bytes)), {
        mode: 0o600,
      });
      await rename(unfinished, path.join(folder, name));
    },
  };
}

/** A refusal that a second try would meet again: a 5xx of SMTP, an address that is none. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('responseCode' in error) return Number(error.responseCode) >= 500;
  return 'code' in error && error.code === 'EENVELOPE';
}
