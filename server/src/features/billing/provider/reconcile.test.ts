import { describe, expect, it } from 'vitest';
import { useProviderInvoices } from '#testing/provider-invoices.ts';
import { TEST_NOW } from '#testing/test-app.ts';
import { reconcileOpenInvoices } from './reconcile.ts';

const { t, provider, read, sent, send: update } = useProviderInvoices();

describe('the hourly reconciliation', () => {
  const open = () =>
    t.current.deps.database.query(`update invoices set status = 'void' where status <> 'void'`);

  it('applies what no event reported, and processes each invoice in turn', async () => {
    await open();
    await t.current.deps.database.query(`update invoices set updated_at = '2020-01-01'`);
    const first = await sent();
    const second = await sent('BFA');
    provider.money(second.own, { amount_cents: 10_000, at: TEST_NOW });
    provider.of(second.own).invoice.status = 'paid';
    await reconcileOpenInvoices(t.current.deps);
    expect(await read(second.id)).toMatchObject({ status: 'paid' });
    const turns = await t.current.deps.database.query<{ reconciled_at: Date | null }>(
      'select reconciled_at from invoices where id = any($1)',
      [[first.id, second.id]],
    );
    expect(turns.map(({ reconciled_at }) => reconciled_at)).toEqual([TEST_NOW, TEST_NOW]);
  });

  it('finds a late refund that no event reported within a week', async () => {
    await open();
    await t.current.deps.database.query(`update invoices set updated_at = '2020-01-01'`);
    const { id, own } = await sent();
    const { providerPaymentId } = provider.money(own, { amount_cents: 10_000, at: TEST_NOW });
    await update(own, 'paid');
    const later = async (days: number) => {
      t.current.clock.advance(days * 86_400_000);
      provider.calls.length = 0;
      await reconcileOpenInvoices(t.current.deps);
      return provider.calls.length;
    };
    const refund = { kind: 'refund' as const, refundOf: providerPaymentId, amount_cents: 10_000 };
    expect(await later(30)).toBe(2);
    provider.money(own, { ...refund, at: t.current.clock.now() });
    expect(await later(6)).toBe(0);
    expect(await later(2)).toBe(2);
    const [row] = await t.current.deps.database.query(
      'select status, refunded_cents from invoices where id = $1',
      [id],
    );
    expect(row).toEqual({ status: 'paid', refunded_cents: 10_000 });
    expect(await later(400)).toBe(0);
  });

  it('stops early when the provider does not answer', async () => {
    await open();
    await t.current.deps.database.query(`update invoices set updated_at = '2020-01-01'`);
    for (let n = 0; n < 8; n += 1) await sent();
    provider.isDown = true;
    provider.calls.length = 0;
    await reconcileOpenInvoices(t.current.deps);
    expect(provider.calls.length).toBeLessThanOrEqual(4);
  });

  it('continues past invoices that the provider does not know', async () => {
    await open();
    await t.current.deps.database.query(`update invoices set updated_at = '2020-01-01'`);
    const ids: number[] = [];
    for (let n = 0; n < 8; n += 1) ids.push((await sent()).id);
    provider.stored.clear();
    await reconcileOpenInvoices(t.current.deps);
    const turns = await t.current.deps.database.query(
      'select 1 from invoices where id = any($1) and reconciled_at = $2',
      [ids, TEST_NOW],
    );
    expect(turns).toHaveLength(8);
  });
});
