import { readFile } from 'node:fs/promises';
import { ENCRYPTED_FIELDS, SECRET_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { appendLineDurably } from '@ledgerline/host/durable';
import type pg from 'pg';
import { z } from 'zod';
import { RELATED_DATA_STATEMENTS } from '../database/delete-related-data.ts';
import { DELETE_EMAILS } from '../email/delete-emails.ts';

/** A permanently deleted client, identified by id and creation time, within one installation only. */
const deletedSchema = z.object({
  client: z.number().int().positive(),
  created_at: z.iso.datetime(),
  deleted_at: z.iso.datetime(),
});
export type DeletedClient = z.output<typeof deletedSchema>;

/** Appends to a list outside the database, which a restore of an older backup applies. */
export async function appendDeleted(file: string, deleted: readonly DeletedClient[]): Promise<void> {
  if (deleted.length === 0) return;
  await appendLineDurably(file, deleted.map((one) => JSON.stringify(one)).join('\n'));
}

/** The clients in a list, oldest first; empty if the list does not exist. A line torn by a power failure is skipped. */
export async function readDeleted(file: string): Promise<DeletedClient[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => readLine(line) ?? []);
}

function readLine(line: string): DeletedClient | null {
  try {
    return deletedSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Removes clients from a restored database who were permanently deleted after the backup was made, together with their keys, so
 * that nothing encrypted for them can be decrypted. A client whom other rows in the backup reference stays, without encrypted
 * values.
 */
async function deleteAgain(
  client: pg.Client,
  deleted: readonly DeletedClient[],
): Promise<{ deleted: number; emptied: number }> {
  // Merged clients first: a remaining client takes their rows with it.
  const found = await client.query<{ id: string; is_merged: boolean }>(
    `select c.id, c.is_merged
       from (select id, created_at, false as is_merged from clients
             union all select id, created_at, true from merged_clients) c
       join unnest($1::bigint[], $2::timestamptz[]) as d (id, created_at)
         on d.id = c.id and d.created_at = date_trunc('milliseconds', c.created_at)
      order by c.is_merged desc, c.id`,
    [deleted.map((one) => one.client), deleted.map((one) => one.created_at)],
  );
  let emptied = 0;
  for (const { id, is_merged } of found.rows) {
    await client.query('begin');
    const isGone = is_merged ? await deleteMerged(client, id) : await deleteOne(client, id);
    if (!isGone) emptied += 1;
    await eraseOldCiphertexts(client, id, isGone);
    await client.query('commit');
  }
  return { deleted: found.rows.length - emptied, emptied };
}

/** Removes what is kept of a client who was merged into another one, whose records stay; the merge can no longer be undone. */
async function deleteMerged(client: pg.Client, id: string): Promise<true> {
  await client.query(
    `with gone as (delete from merged_clients where id = $1 returning id, merge_id, created_at),
          ended as (update client_merges m set moved = null, dropped = null, replaced_cvc = null from gone where m.id = gone.merge_id)
     insert into deleted_clients (id, created_at, deleted_at) select id, created_at, now() from gone`,
    [id],
  );
  return true;
}

const EMPTIED = [
  ...ENCRYPTED_FIELDS.map(({ name }) => `"${name}" = null`),
  ...SECRET_FIELDS.map(({ name }) => `"${name}" = null, "${name}_last4" = null`),
].join(', ');

/** False if rows in the backup reference the client. */
async function deleteOne(client: pg.Client, id: string): Promise<boolean> {
  await client.query('savepoint own_step');
  try {
    await client.query(DELETE_EMAILS, [[id]]);
    await client.query(
      `with gone as (delete from clients where id = $1 returning id, created_at)
       insert into deleted_clients (id, created_at, deleted_at) select id, created_at, now() from gone`,
      [id],
    );
    for (const statement of RELATED_DATA_STATEMENTS) await client.query(statement, [[id]]);
    return true;
  } catch {
    await client.query('rollback to savepoint own_step');
    await client.query('delete from client_keys where id = $1', [id]);
    // With the copies and keys of clients who were merged into this one.
    await client.query('delete from client_merges where client_id = $1', [id]);
    await client.query('delete from merged_clients where into_id = $1', [id]);
    // Like an empty client of an earlier version: the next save, or the job, creates another key for them.
    await client.query(`update clients set sealed = null, ledger_text = null, ${EMPTIED} where id = $1`, [
      id,
    ]);
    return false;
  }
}

/** Ciphertexts of earlier versions use the key ring, which still exists: they are removed one by one. */
async function eraseOldCiphertexts(client: pg.Client, id: string, isGone: boolean): Promise<void> {
  await client.query(`select set_config('ledgerline.audit_way', 'rotate', true)`);
  await client.query(
    `update audit_events set old_cipher = null where entity = 'client' and entity_id = $1 and old_cipher is not null`,
    [id],
  );
  if (!isGone) return;
  await client.query(
    `insert into audit_events (at, actor_kind, actor_name, action, entity, entity_id, operation)
     values (now(), 'system', 'Ledgerline', 'deleted', 'client', $1, 'restore')`,
    [id],
  );
}

/** The unique name of a deleted client. */
export const nameOf = ({ client, created_at }: DeletedClient): string => `${client} ${created_at}`;

/** Notes for the operator; none if no client was found. */
function deletedNotes({ deleted, emptied }: { deleted: number; emptied: number }): string[] {
  return [
    ...(deleted > 0
      ? [
          `Clients that were permanently deleted after the backup, and were deleted again with their keys: ${deleted}.`,
        ]
      : []),
    ...(emptied > 0
      ? [
          `Clients that were permanently deleted after the backup, but are referenced by its forms, documents or invoices, so only their secrets and encrypted fields were removed: ${emptied}.`,
        ]
      : []),
  ];
}

/**
 * Applies every list, of this installation and of its predecessors, and merges them into its own list. Returns notes for the
 * operator.
 */
export async function deleteListed(
  client: pg.Client,
  ownFile: string,
  others: readonly string[] = [],
): Promise<string[]> {
  const own = await readDeleted(ownFile);
  const known = new Set(own.map(nameOf));
  const fresh: DeletedClient[] = [];
  for (const file of others) {
    for (const one of await readDeleted(file)) {
      if (!known.has(nameOf(one))) fresh.push(one);
      known.add(nameOf(one));
    }
  }
  await appendDeleted(ownFile, fresh);
  return deletedNotes(await deleteAgain(client, [...own, ...fresh]));
}
