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

/**
 * Notifications about an invoice. The clients of these tests have no owner, so the agent who created the invoice is
 * notified.
 */
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
  // Read from the database instead of the API: a sign-in does not last a day.
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
  it('notifies once when it is paid, however often the provider reports it', async () => {
    const { own, notifications } = await invoice();
    provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await Promise.all([update(own, 'paid'), update(own, 'paid')]);
    await update(own, 'paid');
    expect(await notifications()).toEqual(['invoice_paid']);
  });

  it('does not notify while a balance is due', async () => {
    const { own, notifications } = await invoice();
    provider.money(own, { amount_cents: 4000, at: TEST_NOW });
    await update(own, 'partially_paid');
    expect(await notifications()).toEqual([]);
  });

  it('notifies once a day of failed payments', async () => {
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

  it('notifies of a failed refund, however often the provider reports it', async () => {
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

  it('notifies the owner of the client when an agent records it as paid, but never the acting agent', async () => {
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
