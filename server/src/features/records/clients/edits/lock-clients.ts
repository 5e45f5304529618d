import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import type { Context } from '#platform/context.ts';
import { encryptStored } from '../encryption/encrypt-stored.ts';
import { recordOfText, toRecord } from '../presenter.ts';
import * as repository from '../repository.ts';

/** A client locked until the transaction ends, and the key that encrypts what is written. */
export interface LockedClient {
  record: ClientRecord;
  wrappedKey: string;
}

/**
 * Locks the rows in id order, so that two bulk edits cannot deadlock, and reads them from their cached texts:
 * one column for all fields. If a text must be rebuilt, or a client of an earlier version must be encrypted
 * first, the fields are read one by one.
 */
export async function lockClients(ctx: Pick<Context, 'db' | 'deps'>, ids: number[]): Promise<LockedClient[]> {
  const { cipher } = ctx.deps;
  const rows = await repository.lockTexts(ctx.db, ids);
  const unsealed = rows.flatMap(([id, , , encrypted]) => (encrypted === null ? [id] : []));
  if (unsealed.length > 0) await encryptStored(ctx.db, cipher, unsealed);
  const known = rows.flatMap((row): LockedClient[] => {
    // The previous lock holder may have encrypted the row, in which case this statement read an outdated key.
    const record = row[3] === null || row[4] === null ? null : recordOfText(cipher, row);
    return record && row[4] !== null ? [{ record, wrappedKey: row[4] }] : [];
  });
  if (known.length === rows.length) return known;
  const seen = new Set(known.map(({ record }) => record.id));
  const stale = rows.map(([id]) => id).filter((id) => !seen.has(id));
  const read = await repository.findRecords(ctx.db, stale);
  return [...known, ...read.map((row) => ({ record: toRecord(cipher, row), wrappedKey: row[4] ?? '' }))];
}
