import type { Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { FieldCipher } from './field-cipher.ts';

const BATCH_ROWS = 500;
/** In `installation_marks`: when the audit log contained no more former secrets encrypted with the ring. */
const AUDIT_ENCRYPTED = 'trail sealed';

interface OldRow {
  id: number;
  client: number;
  field: string;
  old_cipher: string;
  wrapped_key: string | null;
  is_there: boolean;
}

/**
 * Re-encrypts the former secrets in the audit log under the keys of their clients, in batches, once. Those of previously deleted
 * clients are removed: they cannot be restored, and no one may read them. Returns how many were migrated.
 */
export async function moveOldCiphers({
  database,
  cipher,
  clock,
}: Pick<Deps, 'database' | 'cipher' | 'clock'>): Promise<number> {
  if (await isDone(database)) return 0;
  let count = 0;
  let isComplete = true;
  for (let after = 0; ; ) {
    const rows = await database.transaction((db) => moveBatch(db, cipher, after));
    const last = rows.at(-1);
    if (!last) break;
    count += rows.length;
    isComplete &&= rows.every(({ wrapped_key, is_there }) => wrapped_key !== null || !is_there);
    after = last.id;
  }
  if (isComplete) {
    await database.query(
      'insert into installation_marks (name, value) values ($1, $2) on conflict (name) do nothing',
      [AUDIT_ENCRYPTED, clock.now().toISOString()],
    );
  }
  return count;
}

/** After a restore, whose audit log may be that of an earlier version. */
export async function clearAuditEncryptionMark(db: Database): Promise<void> {
  await db.query('delete from installation_marks where name = $1', [AUDIT_ENCRYPTED]);
}

async function isDone(db: Database): Promise<boolean> {
  const marks = await db.query('select 1 from installation_marks where name = $1', [AUDIT_ENCRYPTED]);
  return marks.length > 0;
}

async function moveBatch(db: Database, cipher: FieldCipher, after: number): Promise<OldRow[]> {
  const rows = await db.query<OldRow>(
    `select e.id, e.entity_id as client, e.field, e.old_cipher, k.wrapped_key, c.id is not null as is_there
       from audit_events e left join clients c on c.id = e.entity_id left join client_keys k on k.id = c.id
      where e.id > $1 and e.entity = 'client' and e.old_cipher like 'v1.%' order by e.id limit ${BATCH_ROWS}`,
    [after],
  );
  const moved = rows.filter(({ wrapped_key, is_there }) => wrapped_key !== null || !is_there);
  // The trigger of the audit log permits no other change of its rows.
  await db.query(`select set_config('ledgerline.audit_way', 'rotate', true)`);
  await db.query(
    `update audit_events e set old_cipher = v.value from unnest($1::bigint[], $2::text[]) as v (id, value)
      where e.id = v.id`,
    [moved.map(({ id }) => id), moved.map((row) => movedValue(cipher, row))],
  );
  return rows;
}

/** A damaged value is left unchanged. */
function movedValue(cipher: FieldCipher, { client, field, old_cipher, wrapped_key }: OldRow): string | null {
  if (wrapped_key === null) return null;
  const aad = { table: 'clients', row: client, field };
  try {
    return cipher.own.open(client, wrapped_key).encrypt(cipher.decrypt(old_cipher, aad), aad);
  } catch {
    return old_cipher;
  }
}
