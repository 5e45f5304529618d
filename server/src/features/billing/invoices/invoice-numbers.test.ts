import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { numberInvoice } from '#features/billing/invoice-store/change-invoice.ts';
import { lockInvoice } from '#features/billing/invoice-store/repository.ts';
import { signInAs } from '#testing/factories.ts';
import { buildInvoice, buildPublishedInvoice } from '#testing/invoices.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const send = (id: number) => agent.call(endpoints.sendInvoice, { params: { id } });
const remove = (id: number) => agent.call(endpoints.deleteInvoice, { params: { id } });
const read = async (id: number) => (await agent.call(endpoints.getInvoice, { params: { id } })).body.data;
const numberOf = async (id: number) => Number((await read(id)).external_ref?.slice('INV-'.length));
const newDraft = async () => (await buildInvoice(t.current)).id;

describe('the invoice number', () => {
  it('is assigned when the invoice is first sent, stays, and leaves no gap where drafts were deleted', async () => {
    const [one, gone, two] = [await newDraft(), await newDraft(), await newDraft()];
    expect([(await read(one)).external_ref, (await read(two)).external_ref]).toEqual([null, null]);
    expect((await send(one)).body.data.external_ref).toMatch(/^INV-\d+$/);
    expect((await remove(gone)).status).toBe(200);
    await send(two);
    const first = await numberOf(one);
    expect(await numberOf(two)).toBe(first + 1);
    t.current.clock.advance(60_000);
    await send(one);
    expect(await numberOf(one)).toBe(first);
  });

  it('is sequential without gaps or duplicates under concurrent sends', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, newDraft));
    await Promise.all([...ids, ...ids].map(send));
    const numbers = (await Promise.all(ids.map(numberOf))).sort((a, b) => a - b);
    const [first = 0] = numbers;
    expect(numbers).toEqual(Array.from(ids, (_, n) => first + n));
  });

  it('is released by a transaction that fails', async () => {
    const [failing, next] = [await newDraft(), await newDraft()];
    const before = await newDraft();
    await send(before);
    const { database } = t.current.deps;
    const failed = database.transaction(async (db) => {
      const row = await lockInvoice(db, failing);
      if (row) await numberInvoice({ ...t.current.systemContext(), db }, row);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect((await read(failing)).external_ref).toBeNull();
    await send(next);
    expect(await numberOf(next)).toBe((await numberOf(before)) + 1);
  });

  it('is assigned when a draft receives money, and such an invoice cannot be deleted', async () => {
    const id = await newDraft();
    const payment = { amount_cents: 100, payment_method: 'cash', paid_on: '2026-11-20', note: '' } as const;
    const { body } = await agent.call(endpoints.recordPayment, { params: { id }, body: payment });
    expect(body.invoice.external_ref).toMatch(/^INV-\d+$/);
    expect((await remove(id)).status).toBe(409);
  });

  it('is not assigned by a payment link of a draft, nor by voiding a draft', async () => {
    const { id } = await buildPublishedInvoice(t.current);
    expect((await read(id)).external_ref).toBeNull();
    await agent.call(endpoints.voidInvoice, { params: { id } });
    expect((await read(id)).external_ref).toBeNull();
  });

  it('prevents the deletion of a draft that has one, with an explanation', async () => {
    const id = await newDraft();
    await t.current.deps.database.query(`update invoices set external_ref = 'INV-17' where id = $1`, [id]);
    const { status, error } = await remove(id);
    expect([status, error.message]).toEqual([
      409,
      'This draft already has the number INV-17, and deleting it would leave a gap. Void it instead.',
    ]);
    await send(id);
    expect((await read(id)).external_ref).toBe('INV-17');
  });

  it('finds the invoice once assigned, and drafts are found by their title', async () => {
    const id = await newDraft();
    const found = async (q: string) =>
      (await agent.call(endpoints.listInvoices, { query: { q } })).body.data.map((row) => row.id);
    expect(await found('policy review')).toContain(id);
    await send(id);
    expect(await found(`inv-${await numberOf(id)}`)).toContain(id);
  });
});
