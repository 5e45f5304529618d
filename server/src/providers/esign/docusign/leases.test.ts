import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { claimLease, claimReading, claimRequest } from './repository.ts';

const t = useTestApp();
const MINUTES = 60_000;
const at = (minutes: number) => new Date(TEST_NOW.getTime() + minutes * MINUTES);
const span = (minutes: number) => ({ now: at(minutes), until: at(minutes + 4) });
const holder = randomUUID;

async function addEnvelope(envelope_id: string | null): Promise<number> {
  const [row] = await t.current.deps.database.query<{ id: number }>(
    `insert into docusign_envelopes (idempotency_key, template_id, transaction_id, envelope_id, created_at)
     values ($4, 'a', $1, $2, $3) returning id`,
    [randomUUID(), envelope_id, TEST_NOW, randomUUID()],
  );
  return row?.id ?? 0;
}

describe('lease', () => {
  const ahead = 13 * 60;
  it("belongs to one caller until it expires, also when the caller's clock runs slightly ahead", async () => {
    const { database } = t.current.deps;
    const id = await addEnvelope(randomUUID());
    expect(await claimReading(database, { id, holder: holder() }, span(2))).toBe(true);
    expect(await claimReading(database, { id, holder: holder() }, span(0))).toBe(false);
    expect(await claimReading(database, { id, holder: holder() }, span(6))).toBe(true);
  });

  it('set by a clock that was hours ahead does not block others once the clock is corrected', async () => {
    const { database } = t.current.deps;
    const [read, create] = [await addEnvelope(randomUUID()), await addEnvelope(null)];
    expect(await claimReading(database, { id: read, holder: holder() }, span(ahead))).toBe(true);
    expect(await claimReading(database, { id: read, holder: holder() }, span(0))).toBe(true);
    expect(await claimLease(database, { id: create, holder: holder() }, span(ahead))).toBeDefined();
    expect(await claimLease(database, { id: create, holder: holder() }, span(0))).toBeDefined();
    const claimAt = (minutes: number) =>
      claimRequest(database, read, { now: at(minutes), lastBefore: at(minutes - 20) });
    expect([await claimAt(ahead), await claimAt(0), await claimAt(1)]).toEqual([true, true, false]);
  });
});
