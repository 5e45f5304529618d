import { DEFAULT_ENROLLMENT_WINDOWS } from '@ledgerline/contract/rules';
import * as endpoints from '@ledgerline/contract/settings/endpoints';
import { describe, expect, it } from 'vitest';
import { ExternalEsign, signWith } from '#testing/external-esign.ts';
import { signInAs } from '#testing/factories.ts';
import { buildPdf } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';
import { defaultExpirationHours } from './service.ts';

const t = useTestApp();

const REST = {
  enrolment_windows: DEFAULT_ENROLLMENT_WINDOWS,
  reminders_on: true,
  reminders_first_days: 2,
  reminders_every_days: 3,
  reminders_most: 4,
  reminders_of_invoices: true,
  has_calendar_names: false,
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

  it('are denied to agents without a role and to visitors', async () => {
    const agent = await signInAs(t.current);
    const body = { default_form_expiration_days: 5 };
    expect((await agent.call(endpoints.updateGlobalSettings, { body })).status).toBe(403);
    expect((await t.current.call(endpoints.updateGlobalSettings, { body })).status).toBe(401);
    expect((await t.current.call(endpoints.getGlobalSettings)).status).toBe(401);
  });
});
