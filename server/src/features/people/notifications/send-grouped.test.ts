import type { BodyInput } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/notifications/endpoints';
import type { NotificationKind } from '@ledgerline/contract/notifications/kinds';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useConnectedApp } from '#testing/connected-app.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_NOW } from '#testing/test-app.ts';
import { notifyAgents } from './notify-agents.ts';
import { sendGrouped } from './send-digests.ts';

const { t } = useConnectedApp();
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
const MINUTE_MS = 60_000;
const at = (minutes: number) => t.current.clock.set(new Date(TEST_NOW.getTime() + minutes * MINUTE_MS));
const send = () => sendGrouped(t.current.deps);

let me: Awaited<ReturnType<typeof signInAs>>;
let events = 0;

// The queue accepts emails and sends none.
beforeAll(() => t.current.deps.jobs.start([{ queue: 'mail', work: async () => undefined }]));
beforeEach(async () => {
  at(0);
  me = await signInAs(t.current);
});

const notify = (kind: NotificationKind = 'form_handed_in', client?: number, deps = t.current.deps) =>
  t.current.deps.database.transaction((db) =>
    notifyAgents(
      { ...t.current.systemContext(), deps, db },
      {
        ...{ kind, about: 'Form', event: `grouped ${++events}`, to: me.agent.id },
        ...(client ? { client: { id: client, first_name: 'Ana', last_name: 'Gómez' } } : {}),
      },
    ),
  );
const choose = (body: BodyInput<typeof endpoints.updateNotificationChoices>) =>
  me.call(endpoints.updateNotificationChoices, { body });
const subjects = async () =>
  (
    await sql<{ subject: string }>(`select subject from mail_messages where to_address = $1 order by id`, [
      me.agent.email,
    ])
  ).map(({ subject }) => subject);
/** As if the mail server had accepted them. */
const deliver = () => sql(`update mail_messages set status = 'sent' where to_address = $1`, [me.agent.email]);

describe('grouped emails', () => {
  it('arrive soon after the first event, then at most one in 15 minutes, sent once by any number of servers', async () => {
    await notify('form_handed_in');
    await Promise.all([send(), send(), send()]);
    await deliver();
    expect(await subjects()).toEqual(['Ledgerline: Form submitted']);
    at(1);
    await notify('form_signed');
    await notify('invoice_paid');
    at(14);
    await send();
    expect(await subjects()).toHaveLength(1);
    at(15);
    await Promise.all([send(), send()]);
    expect(await subjects()).toEqual(['Ledgerline: Form submitted', 'Ledgerline: 2 notifications']);
    at(60);
    await send();
    expect(await subjects()).toHaveLength(2);
  });

  it('contain nothing that was read, of another kind, or older than a day', async () => {
    await notify('link_expired');
    await notify();
    const { body } = await me.call(endpoints.listNotifications);
    await me.call(endpoints.readNotifications, { body: { up_to: body.data[0]?.id ?? 0 } });
    await send();
    await notify();
    at(24 * 60 + 1);
    await send();
    expect(await subjects()).toEqual([]);
  });

  it('include what an unsent one contained', async () => {
    await notify();
    await send();
    at(20);
    await notify();
    await send();
    expect(await subjects()).toEqual(['Ledgerline: Form submitted', 'Ledgerline: 2 notifications']);
    const rows = await sql(`select status from mail_messages where to_address = $1 order by id`, [
      me.agent.email,
    ]);
    expect(rows).toEqual([{ status: 'failed' }, { status: 'queued' }]);
  });

  it('follow the pace and the choices of the agent', async () => {
    expect((await choose({ choices: [], pace_minutes: 60 })).body.pace_minutes).toBe(60);
    expect((await choose({ choices: [] })).body.pace_minutes).toBe(60);
    expect((await choose({ choices: [], pace_minutes: 5 as never })).status).toBe(400);
    await choose({ choices: [{ kind: 'form_signed', in_app: true, mail: 'off' }] });
    await notify('form_signed');
    await send();
    expect(await subjects()).toEqual([]);
    await notify();
    await send();
    await deliver();
    await notify();
    at(59);
    await send();
    expect(await subjects()).toHaveLength(1);
    at(60);
    await send();
    expect(await subjects()).toHaveLength(2);
  });

  it('collect nothing while no mail server is connected', async () => {
    const email = { ...t.current.deps.email, name: 'outbox' as const };
    await notify('form_handed_in', undefined, { ...t.current.deps, email });
    await send();
    expect(await subjects()).toEqual([]);
    expect(await sql('select mail from agent_notice_receivers where agent_id = $1', [me.agent.id])).toEqual([
      { mail: 'off' },
    ]);
    await notify();
    await sendGrouped({ ...t.current.deps, email });
    expect(await subjects()).toEqual([]);
    await send();
    expect(await subjects()).toEqual(['Ledgerline: Form submitted']);
  });

  it('omit clients whom the agent can no longer see', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const client = await buildClient(t.current, { owner_agent_id: owner.agent.id });
    await notify('form_handed_in', client);
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    await send();
    expect(await subjects()).toEqual([]);
    // An email that was not sent does not use up the pace.
    at(1);
    await notify('form_signed');
    await send();
    expect(await subjects()).toEqual(['Ledgerline: Form signed']);
    await deliver();
    at(17);
    await notify('form_handed_in', client);
    await send();
    at(18);
    await notify('invoice_paid');
    await send();
    expect(await subjects()).toEqual(['Ledgerline: Form signed', 'Ledgerline: Invoice paid']);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
  });
});
