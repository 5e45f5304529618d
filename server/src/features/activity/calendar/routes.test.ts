import { changeAgentPassword, deleteAgent } from '@ledgerline/contract/agents/endpoints';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import {
  deleteCalendarFeed,
  getCalendarFeed,
  MAX_FEED_EVENTS,
} from '@ledgerline/contract/calendar/endpoints';
import { finishTask } from '@ledgerline/contract/tasks/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#app';
import { createLog } from '#platform/log.ts';
import { calendarsOn } from '#testing/calendars.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { startEmpty } from '#testing/today-causes.ts';

const t = useTestApp({ BRAND: 'Stone, Rivers; & Co', PUBLIC_URL: 'https://portal.example' });

beforeEach(async () => {
  await startEmpty(t.current);
  await t.current.deps.database.query('delete from rate_limits');
});

const sql = (text: string, values: unknown[] = []) => t.current.deps.database.query(text, values);
const { fetchUrl, createFeed, eventsAt, summariesAt, task } = calendarsOn(() => t.current);

describe('the address of a calendar feed', () => {
  it('is announced to its agent by email, and ends with a new password, no matter who sets it', async () => {
    const agent = await signInAs(t.current);
    const url = await createFeed(agent);
    const emails = await sql(
      `select subject from mail_messages where kind = 'calendar_feed' and to_address = $1`,
      [agent.agent.email],
    );
    expect(emails).toEqual([{ subject: 'Stone, Rivers; & Co: a calendar link was created' }]);
    const owner = await signInAs(t.current, { is_owner: true });
    const params = { id: agent.agent.id };
    t.current.clock.advance(1000);
    await owner.call(changeAgentPassword, { params, body: { password: 'a quiet harbour wall' } });
    expect((await fetchUrl(url)).statusCode).toBe(404);
    const { status } = await t.current.call(signIn, {
      body: { username: agent.agent.username, password: 'a quiet harbour wall' },
    });
    expect(status).toBe(200);
  });

  it('is returned once, works, and is stored as a hash only', async () => {
    const agent = await signInAs(t.current);
    expect((await agent.call(getCalendarFeed)).body).toEqual({
      success: true,
      feed: null,
      has_calendar_names: false,
    });
    const url = await createFeed(agent);
    expect(url).toMatch(/^https:\/\/portal\.example\/api\/calendar\/[\w-]{32}\.ics$/);
    const response = await fetchUrl(url);
    expect([
      response.statusCode,
      response.headers['content-type'],
      response.headers['cache-control'],
    ]).toEqual([200, 'text/calendar; charset=utf-8', 'private, no-cache']);
    expect(response.body).toContain('X-WR-CALNAME:Stone\\, Rivers\\; & Co\r\n');
    const token = /calendar\/(.+)\.ics/.exec(url)?.[1] ?? '';
    const tables = await sql(
      `select string_agg(f::text, ' ') || (select string_agg(a::text, ' ') from audit_events a)
              || coalesce((select string_agg(i::text, ' ') from idempotency_keys i), '') as kept from calendar_feeds f`,
    );
    expect(JSON.stringify(tables)).not.toContain(token);
    expect(JSON.stringify((await agent.call(getCalendarFeed)).body)).not.toContain(token);
  });

  it('is answered like an unknown address once it is replaced or removed, or its agent is deleted', async () => {
    const owner = await signInAs(t.current, { is_owner: true, has_all_staff_access: true });
    const agent = await signInAs(t.current);
    const errorAt = async (url: string) => {
      const { statusCode, body } = await fetchUrl(url);
      return [statusCode, JSON.parse(body).code, JSON.parse(body).message];
    };
    const gone = [404, 'not_found', 'Not found.'];
    const first = await createFeed(agent);
    const second = await createFeed(agent);
    expect([await errorAt(first), (await fetchUrl(second)).statusCode]).toEqual([gone, 200]);
    expect((await agent.call(deleteCalendarFeed)).status).toBe(200);
    expect(await errorAt(second)).toEqual(gone);
    expect((await agent.call(deleteCalendarFeed)).status).toBe(404);
    const third = await createFeed(agent);
    expect((await fetchUrl(third)).statusCode).toBe(200);
    expect((await owner.call(deleteAgent, { params: { id: agent.agent.id } })).status).toBe(200);
    expect(await errorAt(third)).toEqual(gone);
    for (const path of ['x', 'x'.repeat(32), 'x'.repeat(600), '%00', '-', `${'x'.repeat(31)}é`])
      expect([path, ...(await errorAt(`https://portal.example/api/calendar/${path}.ics`))]).toEqual([
        path,
        ...gone,
      ]);
    const auditLog = await t.current.deps.database.query<{ action: string }>(
      `select action, new_value from audit_events where entity = 'calendar_feed' and entity_id = $1 order by id`,
      [agent.agent.id],
    );
    expect(auditLog.map(({ action }) => action)).toEqual(['created', 'replaced', 'deleted', 'created']);
  });

  it('is each agent’s own', async () => {
    const [one, other] = [await signInAs(t.current), await signInAs(t.current)];
    const url = await createFeed(one);
    expect((await other.call(getCalendarFeed)).body.feed).toBeNull();
    expect((await other.call(deleteCalendarFeed)).status).toBe(404);
    await createFeed(other);
    expect((await fetchUrl(url)).statusCode).toBe(200);
  });

  it('shows when a calendar last fetched it, to the minute', async () => {
    const agent = await signInAs(t.current);
    const url = await createFeed(agent);
    const fetched = async () => (await agent.call(getCalendarFeed)).body.feed?.last_fetched_at ?? null;
    expect(await fetched()).toBeNull();
    await fetchUrl(url);
    expect(await fetched()).toBe(TEST_NOW.toISOString());
    t.current.clock.advance(59_000);
    await fetchUrl(url);
    expect(await fetched()).toBe(TEST_NOW.toISOString());
    t.current.clock.advance(1000);
    await fetchUrl(url);
    expect(await fetched()).toBe(new Date(TEST_NOW.getTime() + 60_000).toISOString());
    await createFeed(agent);
    expect(await fetched()).toBeNull();
  });

  it('never appears in the log, even when the request fails', async () => {
    const agent = await signInAs(t.current);
    const url = await createFeed(agent);
    let written = '';
    const log = createLog('debug', { write: (line) => (written += line) });
    const app = await buildApp({ ...t.current.deps, log });
    const request = async () =>
      (await app.inject({ url: new URL(url).pathname, headers: { host: 'portal.example' } })).statusCode;
    try {
      expect(await request()).toBe(200);
      await sql('alter table calendar_feeds rename to calendar_feeds_away');
      expect(await request()).toBe(500);
    } finally {
      await sql('alter table if exists calendar_feeds_away rename to calendar_feeds');
      await app.close();
    }
    const token = /calendar\/(.+)\.ics/.exec(url)?.[1] ?? '';
    expect(written).toContain('/api/calendar/:token.ics');
    expect(written).not.toContain(token);
    expect(written).not.toContain(t.current.deps.tokens.fingerprint(`calendar feed ${token}`));
  });

  it('is answered with 304 while nothing changes, and is rate-limited per caller', async () => {
    const agent = await signInAs(t.current);
    const url = await createFeed(agent);
    await task(agent, { title: 'Quote', due_day: '2026-11-21' });
    const { headers } = await fetchUrl(url);
    const tag = String(headers.etag);
    t.current.clock.advance(3_600_000);
    for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`]) {
      const again = await fetchUrl(url, { 'if-none-match': known });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
    }
    expect((await fetchUrl(url, {}, 'HEAD')).statusCode).toBe(200);
    await task(agent, { title: 'Another', due_day: '2026-11-21' });
    expect((await fetchUrl(url, { 'if-none-match': tag })).statusCode).toBe(200);
    const codes: number[] = [];
    for (let at = 0; at < 61; at += 1) codes.push((await fetchUrl(url)).statusCode);
    expect([codes.includes(200), codes.at(-1)]).toEqual([true, 429]);
  });
});

describe('a calendar feed', () => {
  it('contains each follow-up of the agent’s clients and each of their open tasks once', async () => {
    const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
    const mine = (values: Parameters<typeof buildClient>[1]) =>
      buildClient(t.current, { owner_agent_id: me.agent.id, client_last_name: 'Ruiz', ...values });
    await mine({ client_first_name: 'Ana', next_f_u_date: '2026-11-25' });
    await buildClient(t.current, { owner_agent_id: other.agent.id, next_f_u_date: '2026-11-25' });
    await buildClient(t.current, { next_f_u_date: '2026-11-25' });
    const byTask = await mine({ client_first_name: 'Bea' });
    await task(me, { title: 'Renewal', client_id: byTask, due_day: '2026-11-26', sets_follow_up: true });
    const byColleague = await mine({ client_first_name: 'Cid' });
    await task(other, {
      title: 'Check the card',
      client_id: byColleague,
      due_day: '2026-11-27',
      due_time: '09:15',
      sets_follow_up: true,
    });
    await task(me, { title: 'Brochures', due_day: '2026-11-28' });
    const done = await task(me, { title: 'Done', due_day: '2026-11-28' });
    await me.call(finishTask, { params: { id: done } });
    const daily = await task(me, { title: 'News', due_day: '2026-11-20', repeat: 'daily' });
    await me.call(finishTask, { params: { id: daily } });
    const url = await createFeed(me);
    const events = await eventsAt(url);
    expect(
      events.map(({ SUMMARY, DTSTART, 'DTSTART;VALUE=DATE': day }) => [SUMMARY, DTSTART ?? day]),
    ).toEqual([
      ['News', '20261121'],
      ['Follow up: A.R.', '20261125'],
      ['Renewal (B.R.)', '20261126'],
      ['Check the card (C.R.)', '20261127T141500Z'],
      ['Brochures', '20261128'],
    ]);
    expect(events[1]?.URL).toMatch(/^https:\/\/portal\.example\/crm\/clients\/\d+$/);
    expect(events[4]?.URL).toBe('https://portal.example/crm/today');
  });

  it('gives each event a UID of its own, which stays the same when the event moves', async () => {
    const me = await signInAs(t.current);
    const client = await buildClient(t.current, { owner_agent_id: me.agent.id, next_f_u_date: '2026-11-25' });
    for (const title of ['One', 'Two']) await task(me, { title, due_day: '2026-11-25' });
    const url = await createFeed(me);
    const before = (await eventsAt(url)).map(({ UID }) => UID);
    await sql(`update clients set next_f_u_date = '2026-12-24' where id = $1`, [client]);
    await sql(`update tasks set due_day = '2026-12-25', title = title || '!'`);
    const after = (await eventsAt(await createFeed(me))).map(({ UID }) => UID);
    expect(new Set(before).size).toBe(3);
    expect(after.toSorted()).toEqual(before.toSorted());
  });

  it('covers 30 days back to a year ahead, and at most 2,000 events', async () => {
    const me = await signInAs(t.current);
    const url = await createFeed(me);
    for (const [day, title] of [
      ['2026-10-20', 'too old'],
      ['2026-10-21', 'oldest'],
      ['2027-11-20', 'last'],
      ['2027-11-21', 'too far'],
    ]) {
      const id = await task(me, { title: title ?? '', due_day: '2026-11-20' });
      await sql('update tasks set due_day = $2 where id = $1', [id, day]);
    }
    expect(await summariesAt(url)).toEqual(['oldest', 'last']);
    await sql(
      `insert into tasks (title, owner_agent_id, due_day, anchor_day, created_at, updated_at)
       select 'many', $1, date '2026-12-01', date '2026-12-01', now(), now() from generate_series(1, 2500)`,
      [me.agent.id],
    );
    const many = await summariesAt(url);
    expect([many.length, many[0], many.at(-1)]).toEqual([MAX_FEED_EVENTS, 'oldest', 'many']);
  });

  it.each([
    // The night to March 14, 2027 has no 02:30, the one to November 1, 2026 has 01:30 twice.
    ['2027-03-13', '02:30', '20270313T073000Z'],
    ['2027-03-14', '02:30', '20270314T073000Z'],
    ['2027-03-14', '15:00', '20270314T190000Z'],
    ['2026-10-31', '15:00', '20261031T190000Z'],
    ['2026-11-01', '01:30', '20261101T063000Z'],
    ['2026-11-01', '15:00', '20261101T200000Z'],
    ['2026-11-01', '00:00', '20261101T040000Z'],
  ])('uses the brokerage’s local time on a day when the clocks change: %s %s', async (day, time, written) => {
    const me = await signInAs(t.current);
    const id = await task(me, { title: 'Call', due_day: '2026-11-20', due_time: time });
    await sql('update tasks set due_day = $2 where id = $1', [id, day]);
    const [event] = await eventsAt(await createFeed(me));
    expect([event?.DTSTART, event?.DURATION]).toEqual([written, 'PT30M']);
  });

  it('escapes all text', async () => {
    const me = await signInAs(t.current);
    const title = `Ask: a,b;c\\d “ñ漢字👍” ${'x'.repeat(80)}`;
    await task(me, { title, due_day: '2026-11-21' });
    const url = await createFeed(me);
    expect(await summariesAt(url)).toEqual([title.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)]);
    for (const line of (await fetchUrl(url)).body.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/\n|\r/);
    }
  });
});
