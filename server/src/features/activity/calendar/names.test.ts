import { getCalendarFeed } from '@ledgerline/contract/calendar/endpoints';
import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { updateGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { calendarsOn } from '#testing/calendars.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { startEmpty } from '#testing/today-causes.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
beforeEach(() => startEmpty(t.current));

const sql = (text: string, values: unknown[] = []) => t.current.deps.database.query(text, values);
const { fetchUrl, createFeed, summariesAt, task } = calendarsOn(() => t.current);

/** A value for each field that is stored as text, date or amount. */
const TEXT_FIELDS = CLIENT_FIELDS.map(({ name, ...field }) => ({
  name,
  kind: 'kind' in field ? field.kind : undefined,
}))
  .filter(({ kind }) => !['date', 'money', 'percent', 'agent', 'enum'].includes(kind ?? ''))
  .map(({ name }) => name);

describe('what a feed shows of clients', () => {
  async function allowNames(has_calendar_names: boolean): Promise<void> {
    const owner = await signInAs(t.current, { is_owner: true });
    const body = { default_form_expiration_days: 7, has_calendar_names };
    expect((await owner.call(updateGlobalSettings, { body })).status).toBe(200);
  }

  it('shows initials until an owner allows names, and again after they disallow them', async () => {
    const me = await signInAs(t.current);
    const client_id = await buildClient(t.current, {
      client_first_name: 'Ana',
      client_last_name: 'Ruiz',
      owner_agent_id: me.agent.id,
      next_f_u_date: '2026-11-25',
    });
    await task(me, { title: 'Call Ana Ruiz, 305-555-0100', client_id, due_day: '2026-11-26' });
    const url = await createFeed(me);
    const initials = ['Follow up: A.R.', 'Call A. R.\\, … (A.R.)'];
    expect(await summariesAt(url)).toEqual(initials);
    await allowNames(true);
    expect((await me.call(getCalendarFeed)).body.has_calendar_names).toBe(true);
    expect(await summariesAt(url)).toEqual([
      'Follow up: Ana Ruiz',
      'Call Ana Ruiz\\, 305-555-0100 (Ana Ruiz)',
    ]);
    await allowNames(false);
    expect(await summariesAt(url)).toEqual(initials);
  });

  it('shows no value of any field except the initials, or with names only the names', async () => {
    const me = await signInAs(t.current);
    const id = await buildClient(t.current, { owner_agent_id: me.agent.id, next_f_u_date: '2026-11-25' });
    await task(me, { title: 'Quote', client_id: id, due_day: '2026-11-26' });
    const url = await createFeed(me);
    const names = ['client_first_name', 'client_last_name'];
    const letters = fc.stringMatching(/^[A-Z][a-z]{5,9}$/);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(letters, fc.boolean(), async (word, hasNames) => {
        const markOf = (name: string) => `${word}Qz${TEXT_FIELDS.indexOf(name as never)}zQ`;
        const sets = TEXT_FIELDS.map((name) => `"${name}" = '${markOf(name)}'`).join(', ');
        await sql(
          // As an earlier version stored it: nothing encrypted, everything in its column.
          `update clients set sealed = null, ${sets}, dob = '1961-04-12', agi = 7654321, updated_at = now() where id = $1`,
          [id],
        );
        await sql(
          `insert into global_settings (has_calendar_names) values ($1)
           on conflict (only_row) do update set has_calendar_names = excluded.has_calendar_names`,
          [hasNames],
        );
        await sql('delete from rate_limits');
        runs += 1;
        const { statusCode, body } = await fetchUrl(url);
        const unfolded = body.replaceAll('\r\n ', '');
        expect(statusCode).toBe(200);
        const leaked = TEXT_FIELDS.filter((name) => unfolded.includes(markOf(name)));
        expect(leaked).toEqual(hasNames ? names : []);
        expect(unfolded).not.toMatch(/1961|7654321|76543/);
        const initial = word[0]?.toUpperCase();
        if (!hasNames) expect(unfolded).toContain(`SUMMARY:Follow up: ${initial}.${initial}.`);
      }),
      { numRuns: 25 },
    );
    expect(runs).toBeGreaterThanOrEqual(25);
  });
});
