import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { SmtpInbox } from '#testing/smtp-inbox.ts';
import { useTestApp } from '#testing/test-app.ts';
import { emailJobs, pauseSeconds, queueEmail } from './queue.ts';
import { createEmailTransport, type EmailTransport, isFinal } from './transport.ts';

const MESSAGE = {
  messageId: '<one@ledgerline>',
  to: 'ana@example.test',
  subject: 'Información personal',
  text: 'Hola',
  html: '<p>Hola</p>',
  at: new Date('2026-11-20T15:00:00Z'),
};
const TRUSTING = '?tls.rejectUnauthorized=false';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function inbox(options: ConstructorParameters<typeof SmtpInbox>[0] = {}): Promise<SmtpInbox> {
  const started = await new SmtpInbox(options).start();
  closers.push(() => started.stop());
  return started;
}

function transportTo(SMTP_URL: string): EmailTransport {
  const transport = createEmailTransport(readConfig({ SMTP_URL }), '/nowhere');
  closers.push(() => transport.close());
  return transport;
}

/** Accepts connections and never responds. */
async function silentHost(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? `127.0.0.1:${address.port}` : '';
}

const errorOf = (transport: EmailTransport): Promise<Error> =>
  transport.send(MESSAGE).then(
    () => Promise.reject(new Error('the email was accepted')),
    (error) => error,
  );

describe('SMTP', () => {
  it('delivers the email with its attachments, over connections that stay open', async () => {
    const server = await inbox();
    const transport = transportTo(`smtp://${server.host}`);
    const pdf = {
      filename: 'Póliza.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('%PDF-1.7 x'),
    };
    for (let n = 0; n < 5; n++) await transport.send({ ...MESSAGE, attachments: [pdf] });
    expect(server.received).toHaveLength(5);
    expect(server.received[0]).toContain('Message-ID: <one@ledgerline>');
    expect(server.received[0]).toContain('Content-Type: application/pdf');
    expect(server.received[0]).toContain(pdf.content.toString('base64'));
    expect(server.connections).toBe(1);
  });

  it('never opens more than two connections', async () => {
    const server = await inbox();
    const transport = transportTo(`smtp://${server.host}`);
    await Promise.all(Array.from({ length: 12 }, () => transport.send(MESSAGE)));
    expect([server.received.length, server.connections]).toEqual([12, 2]);
  });

  it('signs in over STARTTLS and over TLS from the first byte', async () => {
    for (const [scheme, options] of [
      ['smtp', { password: 'right' }],
      ['smtps', { password: 'right', isTlsFromTheStart: true }],
    ] as const) {
      const server = await inbox(options);
      const transport = transportTo(`${scheme}://desk:right@${server.host}${TRUSTING}`);
      await transport.verify();
      await transport.send(MESSAGE);
      expect(server.received).toHaveLength(1);
    }
  });

  it('rejects an untrusted certificate, and keeps the email queued', async () => {
    const server = await inbox({ password: 'right' });
    const transport = transportTo(`smtp://desk:right@${server.host}`);
    await expect(transport.verify()).rejects.toThrow(/self-signed certificate/);
    const error = await errorOf(transport);
    expect([error.message, isFinal(error)]).toEqual([expect.stringMatching(/self-signed/), false]);
    expect(server.received).toEqual([]);
  });

  it('sends no password in clear text if TLS is required', async () => {
    const server = await inbox({ password: 'right', hasTls: false });
    const transport = transportTo(`smtp://desk:right@${server.host}?requireTLS=true`);
    const error = await errorOf(transport);
    expect([error.message, isFinal(error)]).toEqual([expect.stringMatching(/STARTTLS/), false]);
  });

  it('keeps an email queued while the password is wrong', async () => {
    const server = await inbox({ password: 'right' });
    const transport = transportTo(`smtp://desk:wrong@${server.host}${TRUSTING}`);
    await expect(transport.verify()).rejects.toThrow(/535/);
    const error = await errorOf(transport);
    expect(error.message).not.toContain('wrong');
    expect(isFinal(error)).toBe(false);
    server.password = 'wrong';
    await transport.send(MESSAGE);
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['a recipient that does not exist', 'recipientAnswers', 550, true],
    ['a mailbox that is full for now', 'recipientAnswers', 452, false],
    ['a greylist', 'recipientAnswers', 451, false],
    ['a server that requires authentication', 'recipientAnswers', 530, false],
    ['a sender that is not allowed', 'senderAnswers', 553, false],
    ['an email that is too large', 'senderAnswers', 552, true],
  ] as const)('knows whether the rejection is permanent: %s', async (_, at, code, expected) => {
    const server = await inbox();
    const transport = transportTo(`smtp://${server.host}`);
    server[at].push(code);
    expect(isFinal(await errorOf(transport))).toBe(expected);
    await transport.send(MESSAGE);
    expect(server.received).toHaveLength(1);
  });

  it('times out on an unreachable or silent server, and keeps the email queued', async () => {
    const server = await new SmtpInbox().start();
    const { host } = server;
    await server.stop();
    const error = await errorOf(transportTo(`smtp://${host}`));
    expect([error.message, isFinal(error)]).toEqual([expect.stringMatching(/ECONNREFUSED/), false]);
    const silent = await errorOf(transportTo(`smtp://${await silentHost()}?greetingTimeout=200`));
    expect([silent.message, isFinal(silent)]).toEqual([
      expect.stringMatching(/Greeting never received/),
      false,
    ]);
  });
});

describe('an email that is not accepted', () => {
  const server = new SmtpInbox();
  const t = useTestApp(async () => ({ SMTP_URL: `smtp://${(await server.start()).host}` }));
  afterAll(() => server.stop());

  interface EmailRow {
    status: string;
    attempts: number;
    content: string | null;
    error: string | null;
    message_id: string;
  }

  async function queued(): Promise<{ id: number; row: () => Promise<EmailRow | undefined> }> {
    const { database } = t.current.deps;
    const email = { ...MESSAGE, kind: 'form_link', language: 'es' };
    const id = await database.transaction((db) => queueEmail({ ...t.current.systemContext(), db }, email));
    const row = async () =>
      (await database.query<EmailRow>('select * from mail_messages where id = $1', [id]))[0];
    return { id, row };
  }

  const work = async (id: number) => {
    const handlers = emailJobs(t.current.deps, {}).filter(({ queue }) => queue === 'mail');
    for (const handler of handlers) await handler.work({ id });
  };

  it('waits with its content, and is sent later under the same Message-ID', async () => {
    await t.current.startJobs();
    server.recipientAnswers.push(451);
    const { id, row } = await queued();
    await expect.poll(async () => (await row())?.attempts).toBe(1);
    await expect.poll(async () => (await row())?.error).toMatch(/451/);
    expect(await row()).toMatchObject({ status: 'queued', content: expect.stringMatching(/^v1\./) });
    const [next] = await t.current.deps.database.query<{ seconds: number }>(
      `select extract(epoch from start_after - now())::float8 as seconds
         from pgboss.job where name = 'mail' and data->>'id' = $1 and state = 'created'`,
      [String(id)],
    );
    expect(next?.seconds).toBeGreaterThan(20);
    await work(id);
    const sent = await row();
    expect(sent).toMatchObject({ status: 'sent', attempts: 2, content: null, error: null });
    expect(server.received.at(-1)).toContain(`Message-ID: ${sent?.message_id}`);
    await work(id);
    expect(server.received).toHaveLength(1);
  });

  it('is dropped at once if its recipient does not exist, and after a day otherwise', async () => {
    server.recipientAnswers.push(550);
    const unknown = await queued();
    await expect.poll(async () => (await unknown.row())?.status).toBe('failed');
    expect(await unknown.row()).toMatchObject({ attempts: 1, content: null });
    server.recipientAnswers.push(451, 451);
    const late = await queued();
    await expect.poll(async () => (await late.row())?.error).toMatch(/451/);
    await t.current.deps.database.query('update mail_messages set attempts = 29 where id = $1', [late.id]);
    await work(late.id);
    expect(await late.row()).toMatchObject({ status: 'failed', attempts: 30, content: null });
  });

  it('is retried with growing pauses for about a day', () => {
    const pauses = Array.from({ length: 29 }, (_, n) => pauseSeconds(n + 1));
    expect(pauses.slice(0, 4)).toEqual([30, 60, 120, 240]);
    expect(Math.max(...pauses)).toBe(3600);
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3600;
    expect(hours).toBeGreaterThan(22);
    expect(hours).toBeLessThan(25);
  });
});
