import { access, constants, rm } from 'node:fs/promises';
import path from 'node:path';
import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import { createFolders, writeDurably } from '@ledgerline/host/durable';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

interface EmailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
  cid?: string;
  contentDisposition?: 'inline';
}

interface EmailMessage {
  messageId: string;
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: EmailAttachment[];
  at: Date;
}

/** Sends an email. A repeated message keeps its Message-ID, so that receivers can recognize it. */
export interface EmailTransport {
  /** The transport in use, for the status page. */
  readonly name: 'smtp' | 'outbox';
  send(message: EmailMessage): Promise<void>;
  /** Signs in without sending anything; throws with the server's message. */
  verify(): Promise<void>;
  /** Removes what this installation still stores of a sent message. */
  delete(message: Pick<EmailMessage, 'messageId' | 'at'>): Promise<void>;
  /** Closes the connections; an email being sent is completed first. */
  close(): void;
}

/** Whether emails reach their recipients. Without a mail server they become files, and nothing is sent. */
export const isEmailConnected = ({ email }: { email: Pick<EmailTransport, 'name'> }): boolean =>
  email.name === 'smtp';

/** What owners can do about it, on the System Status page. */
export const EMAIL_MISSING = `${EMAIL_NOT_CONNECTED} No email is sent until SMTP_URL and MAIL_FROM are set and the server is restarted. Copy links and send them yourself.`;

/** SMTP if SMTP_URL is set, else files in the outbox folder that any mail program opens. */
export function createEmailTransport(config: Config, outboxDir: string): EmailTransport {
  return config.SMTP_URL ? smtp(config.SMTP_URL, config.MAIL_FROM) : outbox(outboxDir, config.MAIL_FROM);
}

/**
 * Every option of Nodemailer can be appended to the address, and overrides these: `?tls.rejectUnauthorized=false` for a self-
 * signed certificate. A password is never sent in clear text, except on this machine or with `?requireTLS=false`.
 */
function smtp(url: string, from: string): EmailTransport {
  const { hostname, username } = new URL(url);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // The queue retries; the pool only replaces a connection that the server closed while it was idle.
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    requireTLS: username !== '' && !/^(localhost|127\..*|\[::1\])$/.test(hostname),
  });
  return {
    name: 'smtp',
    send: async ({ at, ...message }) => {
      await transport.sendMail({ ...message, from, date: at });
    },
    verify: async () => {
      await transport.verify();
    },
    delete: () => Promise.resolve(),
    close: () => transport.close(),
  };
}

function outbox(folder: string, from: string): EmailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const fileOf = ({ messageId, at }: Pick<EmailMessage, 'messageId' | 'at'>) =>
    path.join(folder, `${at.toISOString().replaceAll(':', '-')}-${messageId.replaceAll(/[^\w.-]/g, '')}.eml`);
  return {
    name: 'outbox',
    async send({ at, ...message }) {
      const { message: bytes } = await writer.sendMail({ ...message, from, date: at });
      const file = fileOf({ messageId: message.messageId, at });
      await writeDurably(file, bytes instanceof Buffer ? bytes : String(bytes));
    },
    delete: (message) => rm(fileOf(message), { force: true }),
    verify: async () => {
      await createFolders(folder);
      await access(folder, constants.W_OK);
    },
    close: () => writer.close(),
  };
}

/** Responses that require another sign-in or another method (RFC 4954), at any step. */
const SIGN_IN_CODES = [530, 534, 535, 538];

/**
 * A rejection of this email that a second attempt would meet again: its recipient, its content or its size. A rejected sign-in or
 * sender, or no connection, is for the owner to correct: such emails wait.
 */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const answer = 'responseCode' in error ? Number(error.responseCode) : 0;
  if (answer === 0) return error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (answer < 500 || SIGN_IN_CODES.includes(answer)) return false;
  const command = 'command' in error ? error.command : '';
  return command === 'RCPT TO' || command === 'DATA' || answer === 552;
}
