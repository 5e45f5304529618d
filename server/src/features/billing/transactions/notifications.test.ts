import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useOutsideDesk } from '#testing/provider-invoices.ts';
import { TEST_NOW } from '#testing/test-app.ts';

const { t, provider, sent, tell, pay } = useOutsideDesk();
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
  const [made] = await t.current.deps.database.query<{ created_by: number }>(
    'select created_by from invoices where id = $1',
    [id],
  );
  const maker = made?.created_by ?? 0;
  if (isOwned) {
    await t.current.deps.database.query(
      'update clients set owner_agent_id = $1 where id = (select customer_id from invoices where id = $2)',
      [owner.agent.id, id],
    );
  }
  // Read past the API: a sign-in lasts no day.
  const told = async (agentId = maker) => {
    const rows = await t.current.deps.database.query<{ kind: string }>(
      `select n.kind from agent_notices n join agent_notice_receivers r on r.notice_id = n.id
        where n.invoice_id = $1 and r.agent_id = $2 order by n.id`,
      [id, agentId],
    );
    return rows.map(({ kind }) => kind);
  };
  return { id, own, told };
}

describe('an invoice', () => {
  it('that is paid is told of once, however often the provider says so', async () => {
    const { own, told } = await invoice();
    provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await Promise.all([tell(own, 'paid'), tell(own, 'paid')]);
    await tell(own, 'paid');
    expect(await told()).toEqual(['invoice_paid']);
  });

  it('is not told of while a part of it is owed', async () => {
    const { own, told } = await invoice();
    provider.money(own, { amount_cents: 4000, at: TEST_NOW });
    await tell(own, 'partially_paid');
    expect(await told()).toEqual([]);
  });

  it('whose payments fail is told of once a day', async () => {
    const { own, told } = await invoice();
    for (const amount_cents of [10_000, 10_000]) {
      provider.money(own, { amount_cents, at: TEST_NOW, status: 'failed' });
      await tell(own, 'unpaid');
    }
    expect(await told()).toEqual(['payment_failed']);
    t.current.clock.advance(86_400_000);
    provider.money(own, { amount_cents: 10_000, at: TEST_NOW, status: 'failed' });
    await tell(own, 'unpaid');
    expect(await told()).toEqual(['payment_failed', 'payment_failed']);
  });

  it('whose money could not be given back is told of, however often the provider says so', async () => {
    const { own, told } = await invoice();
    const { providerPaymentId } = provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await tell(own, 'paid');
    const refund = { kind: 'refund', refundOf: providerPaymentId, amount_cents: 4000, at: TEST_NOW } as const;
    const given = provider.money(own, { ...refund, status: 'pending' });
    await tell(own, 'paid');
    expect(await told()).toEqual(['invoice_paid']);
    Object.assign(given, { status: 'failed' });
    await Promise.all([tell(own, 'paid'), tell(own, 'paid')]);
    expect(await told()).toEqual(['invoice_paid', 'refund_failed']);
    provider.money(own, { ...refund, status: 'failed' });
    await tell(own, 'paid');
    expect(await told()).toEqual(['invoice_paid', 'refund_failed', 'refund_failed']);
  });

  it('that an agent records as paid is told of to the owner of the client, and to nobody of his own act', async () => {
    const mine = await invoice();
    await pay(mine.id, 10_000);
    expect(await mine.told()).toEqual([]);
    isOwned = true;
    const theirs = await invoice();
    await pay(theirs.id, 10_000);
    expect([await theirs.told(), await theirs.told(owner.agent.id)]).toEqual([[], ['invoice_paid']]);
  });
});
