import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { createSelfSigned } from '#providers/esign/builtin/self-signed.ts';

interface InboxOptions {
  /** With a password, the server requires TLS and authentication first. */
  password?: string;
  hasTls?: boolean;
  isTlsFromTheStart?: boolean;
  /** Called with every accepted email. */
  onReceived?: (email: string) => void;
}

const answer = (code: number) => Object.assign(new Error('not now'), { responseCode: code });

let cachedCertificate: Promise<{ key: string; cert: string }> | undefined;

/** A self-signed certificate, created once. */
async function certificate(): Promise<{ key: string; cert: string }> {
  const names = { organization: 'Ledgerline', commonName: 'localhost' };
  const [from, until] = [new Date('2020-01-01'), new Date('2049-01-01')];
  const { certificate: der, privateKey } = await createSelfSigned(names, from, until);
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}

/** A real SMTP server on this machine that stores what it receives. */
export class SmtpInbox {
  /** Every accepted email, as received. */
  readonly received: string[] = [];
  /** The next responses to a recipient; 250 when there is none. */
  readonly recipientAnswers: number[] = [];
  /** The next responses to a sender. */
  readonly senderAnswers: number[] = [];
  connections = 0;
  password: string | undefined;
  readonly #options: InboxOptions;
  #server: SMTPServer | undefined;

  constructor(options: InboxOptions = {}) {
    this.#options = options;
    this.password = options.password;
  }

  async start(): Promise<this> {
    const { password, hasTls = password !== undefined, isTlsFromTheStart = false } = this.#options;
    if (hasTls) cachedCertificate ??= certificate();
    const server = new SMTPServer({
      ...(hasTls ? await cachedCertificate : {}),
      secure: isTlsFromTheStart,
      authOptional: password === undefined,
      closeTimeout: 100,
      disabledCommands: hasTls ? [] : ['STARTTLS'],
      onConnect: (_, done) => {
        this.connections++;
        done();
      },
      onAuth: (sent, _, done) =>
        sent.password === this.password ? done(null, { user: sent.username }) : done(answer(535)),
      onMailFrom: (_, __, done) => done(next(this.senderAnswers)),
      onRcptTo: (_, __, done) => done(next(this.recipientAnswers)),
      onData: (stream, _, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const email = Buffer.concat(chunks).toString();
          this.received.push(email);
          this.#options.onReceived?.(email);
          done();
        });
      },
    });
    // A client that disconnects because it does not trust the certificate is an error to the server.
    server.on('error', () => {});
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** `127.0.0.1:2525`. */
  get host(): string {
    return `127.0.0.1:${(this.#server?.server.address() as AddressInfo | undefined)?.port}`;
  }
}

function next(answers: number[]): Error | null {
  const code = answers.shift();
  return code ? answer(code) : null;
}
