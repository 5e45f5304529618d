import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultPeriods, periodEnd } from '@ledgerline/contract/rules';
import * as endpoints from '@ledgerline/contract/settings/endpoints';
import { describe, expect, it } from 'vitest';
import { manifestText } from '#platform/backup/manifest.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { ExternalEsign, signWith } from '#testing/external-esign.ts';
import { signInAs } from '#testing/factories.ts';
import { buildPdf } from '#testing/files.ts';
import { openTestApp, TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { defaultExpirationHours, enrollmentPeriods } from './service.ts';

const t = useTestApp();

const DEFAULTS = defaultPeriods('2026-11-20');
const PERIODS = DEFAULTS.map(({ name, from, to }) => ({ name, from, to }));
const REST = {
  enrolment_windows: PERIODS,
  enrollment_confirmed_for: null,
  enrollment_plan_year: 2027,
  enrollment_defaults: DEFAULTS,
  reminders_on: true,
  reminders_first_days: 2,
  reminders_every_days: 3,
  reminders_most: 4,
  reminders_of_invoices: true,
  has_calendar_names: false,
  can_agents_share_views: true,
  bulk_emails_per_minute: 30,
  has_template_library: true,
};

const context = () => ({ db: t.current.deps.database, deps: t.current.deps });

describe('global form settings', () => {
  it('default to 7 days; an owner changes them and every agent reads them', async () => {
    const agent = await signInAs(t.current);
    const owner = await signInAs(t.current, { is_owner: true });
    const fresh = await agent.call(endpoints.getGlobalSettings);
    expect([fresh.status, fresh.body]).toEqual([
      200,
      { success: true, data: { ...REST, default_form_expiration_days: 7 } },
    ]);
    expect(await defaultExpirationHours(context())).toBe(168);
    for (const days of [30, 1, 3]) {
      const answer = await owner.call(endpoints.updateGlobalSettings, {
        body: { default_form_expiration_days: days },
      });
      expect([answer.status, answer.body]).toEqual([
        200,
        { success: true, data: { ...REST, default_form_expiration_days: days } },
      ]);
    }
    const { body } = await agent.call(endpoints.getGlobalSettings);
    expect(body.data.default_form_expiration_days).toBe(3);
    expect(await defaultExpirationHours(context())).toBe(72);
    const audit = await t.current.deps.database.query(
      `select old_value, new_value from audit_events where entity = 'global_settings' order by id`,
    );
    expect(audit).toEqual([
      { old_value: 7, new_value: 30 },
      { old_value: 30, new_value: 1 },
      { old_value: 1, new_value: 3 },
    ]);
  });

  it('store whether calendar feeds name clients, which is off by default', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const days = { default_form_expiration_days: 3 };
    for (const has_calendar_names of [true, undefined, false]) {
      const { body } = await owner.call(endpoints.updateGlobalSettings, {
        body: { ...days, has_calendar_names },
      });
      expect(body.data.has_calendar_names).toBe(has_calendar_names ?? true);
    }
  });

  it('use the federal enrollment periods of each plan year until they are changed', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const read = async () => (await owner.call(endpoints.getGlobalSettings)).body.data;
    const save = (body: object) =>
      owner.call(endpoints.updateGlobalSettings, { body: { default_form_expiration_days: 3, ...body } });
    const own = [{ name: 'State marketplace', from: '11-01', to: '12-31' }];
    expect((await save({ enrolment_windows: own, enrollment_confirmed_for: 2027 })).status).toBe(200);
    expect(await read()).toMatchObject({ enrolment_windows: own, enrollment_confirmed_for: 2027 });
    await save({ enrolment_windows: PERIODS });
    const [row] = await t.current.deps.database.query<object>(
      'select enrolment_windows from global_settings',
    );
    expect(row).toEqual({ enrolment_windows: null });
    expect(await read()).toMatchObject({ enrolment_windows: PERIODS, enrollment_plan_year: 2027 });
    for (const year of [1999, 2027.5]) {
      expect((await save({ enrollment_confirmed_for: year })).status).toBe(400);
    }
  });

  it('ask to confirm the enrollment periods again for the next plan year', async () => {
    const context = { db: t.current.deps.database, deps: t.current.deps };
    await t.current.deps.database.query('update global_settings set enrollment_confirmed_for = 2027');
    t.current.clock.set(new Date('2027-01-15T17:00:00Z'));
    const owner = await signInAs(t.current, { is_owner: true });
    const { data } = (await owner.call(endpoints.getGlobalSettings)).body;
    expect(data).toMatchObject({ enrollment_confirmed_for: 2027, enrollment_plan_year: 2028 });
    const open = (await enrollmentPeriods(context)).map((period) => periodEnd(period, '2027-01-15'));
    expect(open).toEqual([null, null]);
    t.current.clock.set(TEST_NOW);
  });

  it('report that there is no template library if an external provider stores the templates', async () => {
    const agent = await signInAs(t.current);
    const { esign } = t.current.deps;
    signWith(t.current.deps, new ExternalEsign(t.current.clock, buildPdf()));
    try {
      const { body } = await agent.call(endpoints.getGlobalSettings);
      expect(body.data.has_template_library).toBe(false);
    } finally {
      Object.assign(t.current.deps, { esign });
    }
  });

  it('use the default if the database contains an invalid value', async () => {
    const agent = await signInAs(t.current);
    await t.current.deps.database.query('update global_settings set default_form_expiration_days = 99');
    const { status, body } = await agent.call(endpoints.getGlobalSettings);
    expect([status, body.data.default_form_expiration_days]).toEqual([200, 7]);
    expect(await defaultExpirationHours(context())).toBe(168);
  });

  it('reject anything but a whole number from 1 to 30', async () => {
    const developer = await signInAs(t.current, { is_developer: true });
    for (const days of [0, 31, -1, 1.5]) {
      const body = { default_form_expiration_days: days };
      const { status, error } = await developer.call(endpoints.updateGlobalSettings, { body });
      expect([days, status, error.message]).toEqual([
        days,
        400,
        'default_form_expiration_days must be from 1 to 30 days',
      ]);
    }
    for (const days of ['7', null]) {
      const body = { default_form_expiration_days: days } as never;
      expect((await developer.call(endpoints.updateGlobalSettings, { body })).status).toBe(400);
    }
  });

  it('change only what is sent, so that a section does not overwrite another', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const save = async (body: object) =>
      (await owner.call(endpoints.updateGlobalSettings, { body })).body.data;
    await save({ default_form_expiration_days: 21, reminders_most: 6 });
    expect(await save({ reminders_most: 5 })).toMatchObject({
      default_form_expiration_days: 21,
      reminders_most: 5,
    });
    expect(await save({})).toMatchObject({ default_form_expiration_days: 21, reminders_most: 5 });
  });

  it('are denied to agents without a role and to visitors', async () => {
    const agent = await signInAs(t.current);
    const body = { default_form_expiration_days: 5 };
    expect((await agent.call(endpoints.updateGlobalSettings, { body })).status).toBe(403);
    expect((await t.current.call(endpoints.updateGlobalSettings, { body })).status).toBe(401);
    expect((await t.current.call(endpoints.getGlobalSettings)).status).toBe(401);
  });
});

describe('the installation', () => {
  const read = async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    return (await owner.call(endpoints.getInstallation)).body.data;
  };

  it('is shown to owners only', async () => {
    for (const flags of [{}, { is_developer: true }, { has_all_staff_access: true }]) {
      const agent = await signInAs(t.current, flags);
      expect((await agent.call(endpoints.getInstallation)).status).toBe(403);
    }
    expect((await read()).email).toMatchObject({ is_connected: false, server: null });
  });

  it('reports the newest complete backup, and asks for attention after two days', async () => {
    const { backupsDir } = dataPaths(t.current.config.dataDir);
    const states = [await read()];
    const store = async (createdAt: string, isComplete = true) => {
      const folder = path.join(backupsDir, createdAt.replaceAll(':', '-'));
      await mkdir(folder, { recursive: true });
      const manifest = { product: 'ledgerline', format: 1, version: '1', created_at: createdAt } as const;
      const content = { migrations: 1, tables: [], sequences: [], has_keys: false };
      if (isComplete)
        await writeFile(path.join(folder, 'manifest.json'), manifestText({ ...manifest, ...content }));
    };
    await store('2026-11-18T14:59:59.000Z');
    states.push(await read());
    await store('2026-11-18T15:00:00.000Z');
    states.push(await read());
    await store('2026-11-20T14:00:00.000Z', false);
    states.push(await read());
    expect(states.map(({ backups }) => [backups.last_at, backups.needs_attention])).toEqual([
      [null, true],
      ['2026-11-18T14:59:59.000Z', true],
      ['2026-11-18T15:00:00.000Z', false],
      ['2026-11-18T15:00:00.000Z', false],
    ]);
  });

  it('never shows the password of the mail server', async () => {
    const app = await openTestApp({ SMTP_URL: 'smtp://desk:hidden@mail.example:587' });
    try {
      const owner = await signInAs(app, { is_owner: true });
      const { body } = await owner.call(endpoints.getInstallation);
      expect(body.data.email).toMatchObject({ is_connected: true, server: 'mail.example:587' });
      expect(JSON.stringify(body)).not.toContain('hidden');
    } finally {
      await app.close();
    }
  });
});
