import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeDocusign } from './fake-docusign.ts';
import { RawDocusign } from './raw-docusign.ts';

const fake = new FakeDocusign();
let raw: RawDocusign;
let listener: Server;
let hookUrl: string;
/** Messages that the listener received, and its next response statuses (200 by default). */
let received: { headers: Record<string, unknown>; body: Buffer }[];
let replies: number[];

beforeAll(async () => {
  listener = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(replies.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  hookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
  await fake.start();
  raw = new RawDocusign(fake);
  await raw.signIn(new Date());
});
beforeEach(() => {
  [received, replies] = [[], []];
  fake.connect.configurations.splice(0);
  fake.connect.outbox.splice(0);
});
afterAll(async () => {
  await fake.stop();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
  expect(fake.http.violations).toEqual([]);
});

async function sent(more: object = {}): Promise<string> {
  const template = fake.templates.find(({ name }) => name === 'HIPAA Authorization');
  const client = { roleName: 'Client', name: 'Carl', email: 'carl@example.test', clientUserId: 'c-1' };
  const body = { templateId: template?.templateId, status: 'sent', templateRoles: [client], ...more };
  return String((await raw.call('POST', '/envelopes', body)).at('envelopeId'));
}

const events = () => fake.connect.outbox.map(({ event }) => event);
const receivedEvents = () => received.map(({ body }) => JSON.parse(body.toString()).event as string);

test('publishes each step of an envelope once, with unique times', async () => {
  const id = await sent();
  fake.sign(id, 'Client');
  const order = ['envelope-sent', 'envelope-delivered', 'recipient-completed', 'envelope-completed'];
  expect(events()).toEqual(order);
  const bodies = fake.connect.outbox.map(({ body }) => JSON.parse(body));
  expect(new Set(bodies.map(({ generatedDateTime }) => generatedDateTime)).size).toBe(4);
  expect(bodies[2].data).toMatchObject({ accountId: fake.accountId, envelopeId: id, recipientId: '1' });
  expect(bodies[2].data.envelopeSummary).toMatchObject({ status: 'delivered' });
  expect(bodies[3].data.envelopeSummary.recipients.signers[0].status).toBe('completed');
  expect(bodies[3].apiVersion).toBe('v2.1');
});

test('signs the bytes of a message with every active secret', () => {
  const second = fake.addConnectSecret();
  const { headers } = fake.connect.signed('{"a":"é"}');
  const expected = (secret: string) => createHmac('sha256', secret).update('{"a":"é"}').digest('base64');
  expect(headers['X-DocuSign-Signature-1']).toBe(expected(fake.connectSecrets[0] ?? ''));
  expect(headers['X-DocuSign-Signature-2']).toBe(expected(second));
  fake.connectSecrets.pop();
});

test('lets a test take messages, or deliver them repeatedly and in any order', async () => {
  fake.connect.connectTo(hookUrl);
  const id = await sent();
  fake.decline(id, 'Client', 'No');
  expect(fake.connect.drain('envelope-delivered')).toHaveLength(1);
  const [first, ...rest] = fake.connect.outbox;
  if (!first) throw new Error('nothing to deliver');
  expect(await fake.connect.deliver([...rest.toReversed(), first, first])).toEqual([200, 200, 200, 200]);
  expect(receivedEvents()).toEqual([
    'envelope-declined',
    'recipient-declined',
    'envelope-sent',
    'envelope-sent',
  ]);
  expect(fake.connect.outbox).toEqual([]);
  expect(received[0]?.headers['x-docusign-signature-1']).toBeTruthy();
});

test('sends the listener of an envelope only the events it subscribed to', async () => {
  const eventNotification = {
    url: hookUrl,
    includeHMAC: 'true',
    requireAcknowledgment: 'true',
    loggingEnabled: 'true',
    deliveryMode: 'SIM',
    events: ['envelope-completed'],
    eventData: { version: 'restv2.1', format: 'json', includeData: [] },
  };
  const id = await sent({ eventNotification });
  fake.sign(id, 'Client');
  await fake.connect.deliver();
  expect(receivedEvents()).toEqual(['envelope-completed']);
  expect(JSON.parse(received[0]?.body.toString() ?? '').data.envelopeSummary.recipients).toBeUndefined();
  const insecure = { ...eventNotification, url: 'http://portal.example.test/hook' };
  const body = { templateId: fake.envelope(id).templateId, eventNotification: insecure };
  expect((await raw.call('POST', '/envelopes', body)).status).toBe(400);
});

test('records a message without a 200 response as a failure and resends it on request', async () => {
  fake.connect.connectTo(hookUrl);
  replies = [500];
  const id = await sent();
  expect(await fake.connect.deliver()).toEqual([500]);
  const failures = await raw.call('GET', '/connect/failures?from_date=2020-01-01');
  expect(failures.at('failures.0')).toMatchObject({ envelopeId: id, retryCount: '1', error: 'HTTP 500' });
  expect((await raw.call('PUT', `/connect/envelopes/${id}/retry_queue`)).at('retryQueue.0.envelopeId')).toBe(
    id,
  );
  expect(await fake.connect.deliver()).toEqual([200]);
  expect(JSON.parse(received[1]?.body.toString() ?? '').retryCount).toBe(1);
  expect((await raw.call('GET', '/connect/failures')).at('totalRecords')).toBe('0');
});

test('delivers automatically in order and retries until the listener responds', async () => {
  fake.connect.retryMs = 10;
  fake.connect.connectTo(hookUrl, { isAutomatic: true });
  replies = [503, 503];
  fake.sign(await sent(), 'Client');
  await vi.waitUntil(() => fake.connect.outbox.length === 0, 30_000);
  const attempts = ['envelope-sent', 'envelope-sent', 'envelope-sent'];
  expect(receivedEvents()).toEqual([
    ...attempts,
    'envelope-delivered',
    'recipient-completed',
    'envelope-completed',
  ]);
  expect(fake.connect.failures).toEqual([]);
});

test('creates, reads, updates and deletes configurations', async () => {
  const wanted = {
    name: 'Ledgerline',
    configurationType: 'custom',
    urlToPublishTo: hookUrl,
    deliveryMode: 'SIM',
    includeHMAC: 'true',
    events: ['envelope-sent'],
    eventData: { version: 'restv2.1', format: 'json', includeData: ['recipients'] },
  };
  const created = await raw.call('POST', '/connect', wanted);
  expect(created.status).toBe(201);
  const connectId = String(created.at('connectId'));
  const changed = await raw.call('PUT', '/connect', { ...wanted, connectId, name: 'Other' });
  expect(changed.at('name')).toBe('Other');
  expect((await raw.call('GET', '/connect')).at('totalRecords')).toBe('1');
  expect((await raw.call('GET', `/connect/${connectId}`)).at('configurations.0.name')).toBe('Other');
  await sent();
  expect(events()).toEqual(['envelope-sent']);
  expect((await raw.call('DELETE', `/connect/${connectId}`)).status).toBe(200);
  expect((await raw.call('GET', '/connect')).at('totalRecords')).toBe('0');
  expect((await raw.call('GET', `/connect/${connectId}`)).status).toBe(404);
});

test('restores the account, templates and keys after a restart of the demo', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fake-docusign-'));
  const saveTo = path.join(folder, 'docusign.json');
  const first = new FakeDocusign({ saveTo });
  await first.start();
  const before = first.environment('https://portal.example.test');
  await first.stop();
  const second = new FakeDocusign({ saveTo });
  await second.start();
  const after = second.environment('https://portal.example.test');
  await second.stop();
  await rm(folder, { recursive: true });
  expect({ ...after, DOCUSIGN_OAUTH_URL: '' }).toEqual({ ...before, DOCUSIGN_OAUTH_URL: '' });
  expect(second.templates).toEqual(first.templates);
});
