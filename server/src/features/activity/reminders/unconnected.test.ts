import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { sendReminders } from './send-reminders.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
beforeAll(() => t.current.startJobs());

it('promises and sends no reminder without a mail server', async () => {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current, { primary_email: 'bo@example.test' });
  const { body } = await agent.call(createClientLink, { body: { formId: 'personal-info', clientId } });
  const id = body.data.sessionFormId;
  await agent.call(emailLink, { body: { session_form_id: id } });
  const params = { of: 'form' as const, id };
  expect((await agent.call(endpoints.getReminders, { params })).body.data).toMatchObject({
    ...{ state: 'active', reason: 'not_connected', next_at: null, next_number: null },
    can: { send: false, pause: true, stop: true },
  });
  const { status, error } = await agent.call(endpoints.sendReminder, { params });
  expect([status, error.message]).toEqual([409, 'Email isn’t connected.']);
  t.current.clock.advance(3 * 86_400_000);
  await sendReminders(t.current.deps);
  const sent = await t.current.deps.database.query(`select 1 from mail_messages where kind = 'reminder'`);
  expect(sent).toEqual([]);
});
