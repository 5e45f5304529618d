import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import type { Context } from '#platform/context.ts';
import { encryptStored } from '../encryption/encrypt-stored.ts';
import { recordOfText, toRecord } from '../presenter.ts';
import * as repository from '../repository.ts';

/** A client that is held until the transaction ends, and the key that seals what is written of him. */
export interface LockedClient {
  record: ClientRecord;
  wrappedKey: string;
}

/**
 * Locks the rows, in id order so that two bulk edits never wait for each other in a ring, and reads them from their kept
 * texts: one column for all. Where a text has to be made anew, or a client of an earlier version has to be sealed first,
 * the fields are read one by one.
 */
export async function lockClients(ctx: Pick<Context, 'db' | 'deps'>, ids: number[]): Promise<LockedClient[]> {
  const { cipher } = ctx.deps;
  const rows = await repository.lockTexts(ctx.db, ids);
  const unsealed = rows.flatMap(([id, , , encrypted]) => (encrypted === null ? [id] : []));
  if (unsealed.length > 0) await encryptStored(ctx.db, cipher, unsealed);
  const known = rows.flatMap((row): LockedClient[] => {
    // Whoever held the row before may have sealed it: then the key is not the one that this statement saw.
    const record = row[3] === null || row[4] === null ? null : recordOfText(cipher, row);
    return record && row[4] !== null ? [{ record, wrappedKey: row[4] }] : [];
  });
  if (known.length === rows.length) return known;
  const seen = new Set(known.map(({ record }) => record.id));
  const stale = rows.map(([id]) => id).filter((id) => !seen.has(id));
  const read = await repository.findRecords(ctx.db, stale);
  return [...known, ...read.map((row) => ({ record: toRecord(cipher, row), wrappedKey: row[4] ?? '' }))];
}
