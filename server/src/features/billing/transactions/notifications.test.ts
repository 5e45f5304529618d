import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useProviderInvoices } from '#testing/provider-invoices.ts';
import { TEST_NOW } from '#testing/test-app.ts';

const { t, provider, sent, send: update, pay } = useProviderInvoices();
let owner: Awaited<ReturnType<typeof signInAs>>;
let isOwned = false;

beforeAll(async () => {
  owner = await signInAs(t.current);
});
beforeEach(() => {
  isOwned = false;
});

/** What is told of an invoice; the clients of the desk belong to nobody, so that the agent who made it is told. */
async function invoice() {
  const { id, own } = await sent();
  const [created] = await t.current.deps.database.query<{ created_by: number }>(
    'select created_by from invoices where id = $1',
    [id],
  );
  const creator = created?.created_by ?? 0;
  if (isOwned) {
    await t.current.deps.database.query(
      'update clients set owner_agent_id = $1 where id = (select customer_id from invoices where id = $2)',
      [owner.agent.id, id],
    );
  }
  // Read past the API: a sign-in lasts no day.
  const notifications = async (agentId = creator) => {
    const rows = await t.current.deps.database.query<{ kind: string }>(
      `select n.kind from agent_notices n join agent_notice_receivers r on r.notice_id = n.id
        where n.invoice_id = $1 and r.agent_id = $2 order by n.id`,
      [id, agentId],
    );
    return rows.map(({ kind }) => kind);
  };
  return { id, own, notifications };
}

describe('an invoice', () => {
  it('that is paid is told of once, however often the provider says so', async () => {
    const { own, notifications } = await invoice();
    provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await Promise.all([update(own, 'paid'), update(own, 'paid')]);
    await update(own, 'paid');
    expect(await notifications()).toEqual(['invoice_paid']);
  });

  it('is not told of while a part of it is owed', async () => {
    const { own, notifications } = await invoice();
    provider.money(own, { amount_cents: 4000, at: TEST_NOW });
    await update(own, 'partially_paid');
    expect(await notifications()).toEqual([]);
  });

  it('whose payments fail is told of once a day', async () => {
    const { own, notifications } = await invoice();
    for (const amount_cents of [10_000, 10_000]) {
      provider.money(own, { amount_cents, at: TEST_NOW, status: 'failed' });
      await update(own, 'unpaid');
    }
    expect(await notifications()).toEqual(['payment_failed']);
    t.current.clock.advance(86_400_000);
    provider.money(own, { amount_cents: 10_000, at: TEST_NOW, status: 'failed' });
    await update(own, 'unpaid');
    expect(await notifications()).toEqual(['payment_failed', 'payment_failed']);
  });

  it('whose money could not be given back is told of, however often the provider says so', async () => {
    const { own, notifications } = await invoice();
    const { providerPaymentId } = provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await update(own, 'paid');
    const refund = { kind: 'refund', refundOf: providerPaymentId, amount_cents: 4000, at: TEST_NOW } as const;
    const refunded = provider.money(own, { ...refund, status: 'pending' });
    await update(own, 'paid');
    expect(await notifications()).toEqual(['invoice_paid']);
    Object.assign(refunded, { status: 'failed' });
    await Promise.all([update(own, 'paid'), update(own, 'paid')]);
    expect(await notifications()).toEqual(['invoice_paid', 'refund_failed']);
    provider.money(own, { ...refund, status: 'failed' });
    await update(own, 'paid');
    expect(await notifications()).toEqual(['invoice_paid', 'refund_failed', 'refund_failed']);
  });

  it('that an agent records as paid is told of to the owner of the client, and to nobody of his own act', async () => {
    const mine = await invoice();
    await pay(mine.id, 10_000);
    expect(await mine.notifications()).toEqual([]);
    isOwned = true;
    const theirs = await invoice();
    await pay(theirs.id, 10_000);
    expect([await theirs.notifications(), await theirs.notifications(owner.agent.id)]).toEqual([
      [],
      ['invoice_paid'],
    ]);
  });
});
