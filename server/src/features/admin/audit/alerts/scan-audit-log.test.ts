import { type AlertLimits, DEFAULT_ALERT_SETTINGS } from '@ledgerline/contract/audit/alerts';
import { updateAlertSettings } from '@ledgerline/contract/audit/endpoints';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import * as clients from '@ledgerline/contract/clients/endpoints';
import { exportLedger, getLedgerRows } from '@ledgerline/contract/ledger/endpoints';
import { listNotifications } from '@ledgerline/contract/notifications/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { scanAuditLog } from './scan-audit-log.ts';

const t = useTestApp({ SIGN_IN_HOURS: '100' });
const HOUR = 3_600_000;
let days = 0;

beforeAll(() => t.current.startJobs());

/** Each test uses a day of its own: alerts of the previous day do not affect it. */
beforeEach(() => {
  days += 1;
  t.current.clock.set(new Date(TEST_NOW.getTime() + days * 48 * HOUR));
});

async function ownerWith(limits: Partial<AlertLimits>, night = {}) {
  const owner = await signInAs(t.current, { is_owner: true });
  const off = Object.fromEntries(
    Object.keys(DEFAULT_ALERT_SETTINGS.limits).map((rule) => [rule, null]),
  ) as AlertLimits;
  const body = {
    ...DEFAULT_ALERT_SETTINGS,
    ...night,
    limits: { ...off, ...limits },
    asks_reveal_reason: false,
  };
  const { status } = await owner.call(updateAlertSettings, { body });
  expect(status).toBe(200);
  const notifications = async () =>
    (await owner.call(listNotifications)).body.data
      .filter(({ kind }) => kind === 'unusual_activity')
      .map(({ about, place }) => ({ about, place }));
  return { owner, notifications };
}

async function reveals(agent: Awaited<ReturnType<typeof signInAs>>, count: number): Promise<void> {
  const id = await buildClient(t.current, { ssn: '123-45-6789' });
  for (let n = 0; n < count; n += 1)
    await agent.call(clients.revealClientField, { params: { id }, body: { field: 'ssn' } });
}

const nameOf = ({ agent }: Awaited<ReturnType<typeof signInAs>>) => `${agent.first_name} ${agent.last_name}`;
const day = () => t.current.clock.now().toISOString().slice(0, 10);

describe('scanning the audit log', () => {
  it('notifies owners of many reveals, by email immediately and with a link, and no one else', async () => {
    const { owner, notifications } = await ownerWith({ reveals: 3 });
    const agent = await signInAs(t.current);
    await reveals(agent, 2);
    await scanAuditLog(t.current.deps);
    expect(await notifications()).toEqual([]);
    await reveals(agent, 1);
    await scanAuditLog(t.current.deps);
    expect(await notifications()).toEqual([
      {
        about: `${nameOf(agent)}: 3 secrets revealed within an hour (limit 3)`,
        place: `/crm/audit?agent=${agent.agent.id}&act=revealed&from=${day()}&to=${day()}`,
      },
    ]);
    const emails = await t.current.deps.database.query<{ subject: string; body_text: string }>(
      `select subject from mail_messages where kind = 'agent_notice' and to_address = $1`,
      [owner.agent.email],
    );
    expect(emails).toEqual([{ subject: 'Ledgerline: Unusual activity' }]);
    expect((await agent.call(listNotifications)).body.data).toEqual([]);
  });

  it('notifies once, however many servers scan at the same moment and however often', async () => {
    const { notifications } = await ownerWith({ reveals: 2 });
    await reveals(await signInAs(t.current), 4);
    await Promise.all(Array.from({ length: 4 }, () => scanAuditLog(t.current.deps)));
    t.current.clock.advance(60_000);
    await scanAuditLog(t.current.deps);
    expect(await notifications()).toHaveLength(1);
  });

  it('notifies again when it continues after the hour, but not of what is over', async () => {
    const { notifications } = await ownerWith({ reveals: 2 });
    const agent = await signInAs(t.current);
    await reveals(agent, 2);
    await scanAuditLog(t.current.deps);
    t.current.clock.advance(HOUR + 60_000);
    await scanAuditLog(t.current.deps);
    expect(await notifications()).toHaveLength(1);
    await reveals(agent, 2);
    await scanAuditLog(t.current.deps);
    expect(await notifications()).toHaveLength(2);
  });

  it('finds an export, and different clients by the hour even when they were prefetched', async () => {
    const { notifications } = await ownerWith({ exports: 1, clients_hour: 3 });
    const agent = await signInAs(t.current);
    await agent.call(exportLedger, { body: { columns: ['client_last_name'] } });
    for (let n = 0; n < 3; n += 1) {
      const id = await buildClient(t.current);
      const headers: Record<string, string> = n === 0 ? {} : { 'x-read': 'ahead' };
      await agent.call(clients.getClient, { params: { id }, headers });
    }
    await t.current.deps.reads.flush(true);
    await scanAuditLog(t.current.deps);
    const messages = (await notifications()).map(({ about }) => about);
    expect(messages).toHaveLength(2);
    expect(messages).toEqual(
      expect.arrayContaining([
        `${nameOf(agent)}: An export`,
        `${nameOf(agent)}: 3 different clients read within an hour (limit 3)`,
      ]),
    );
  });

  it('counts rows of the ledger as clients read, each client once, however it was read', async () => {
    const { notifications } = await ownerWith({ clients_hour: 4 });
    const agent = await signInAs(t.current);
    const ids = [];
    for (let n = 0; n < 4; n += 1) ids.push(await buildClient(t.current));
    const read = async (some: number[]) => {
      await agent.call(getLedgerRows, { query: { ids: some.join(',') } });
      await t.current.deps.reads.flush(true);
    };
    await read(ids.slice(0, 3));
    await read(ids.slice(0, 3));
    await agent.call(clients.getClient, { params: { id: ids[0] ?? 0 } });
    await t.current.deps.reads.flush(true);
    await scanAuditLog(t.current.deps);
    expect(await notifications()).toEqual([]);
    await read(ids.slice(3));
    await scanAuditLog(t.current.deps);
    expect((await notifications()).map(({ about }) => about)).toEqual([
      `${nameOf(agent)}: 4 different clients read within an hour (limit 4)`,
    ]);
  });

  it("finds reads at night in the brokerage's time zone, and not by day", async () => {
    // 10 in the morning in New York.
    const { notifications } = await ownerWith({ night_reads: 1 });
    const agent = await signInAs(t.current);
    const id = await buildClient(t.current);
    await agent.call(clients.getClient, { params: { id } });
    await t.current.deps.reads.flush(true);
    await scanAuditLog(t.current.deps);
    expect(await notifications()).toEqual([]);
    t.current.clock.advance(13 * HOUR);
    const again = await signInAs(t.current);
    await again.call(clients.getClient, { params: { id } });
    await t.current.deps.reads.flush(true);
    await scanAuditLog(t.current.deps);
    expect((await notifications()).map(({ about }) => about)).toEqual([
      `${nameOf(again)}: 1 record read after hours (limit 1)`,
    ]);
  });

  it('finds failed sign-ins over all agents', async () => {
    const { notifications } = await ownerWith({ failed_sign_ins: 3 });
    for (const username of ['unknown-1', 'unknown-2', 'unknown-3'])
      await t.current.call(signIn, { body: { username, password: 'wrong-password' } });
    await scanAuditLog(t.current.deps);
    expect((await notifications()).map(({ about }) => about)).toEqual([
      '3 failed sign-ins within an hour (limit 3)',
    ]);
  });
});
