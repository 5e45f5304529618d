import type { Database } from '../database/database.ts';
import { ROW_COLUMNS } from './chain.ts';
import type { StoredLink } from './verify-links.ts';

const BATCH_ROWS = 2000;
/** Lower than any position, including a forged one. */
export const BEFORE_ALL = -Number.MAX_SAFE_INTEGER;

/** The links in the table after one position and up to another, with their rows, in batches and in chain order. */
export async function* readLinks(
  db: Database,
  { after, to = Number.MAX_SAFE_INTEGER }: { after: number; to?: number },
): AsyncGenerator<StoredLink[]> {
  for (let last = after; ; ) {
    const rows = await db.arrays<
      [number, number, number, Date | null, Buffer, boolean, ...(string | null)[]]
    >(
      `select l.position, l.event_id, l.version, l.sealed_at, l.hash, e.id is null, ${ROW_COLUMNS}
         from audit_links l left join audit_events e on e.id = l.event_id
        where l.position > $1 and l.position <= $2 order by l.position limit ${BATCH_ROWS}`,
      [last, to],
    );
    yield rows.map(([position, event_id, version, sealed_at, hash, isGone, ...row]) => ({
      ...{ position, event_id, version, sealed_at, hash, row: isGone ? null : row },
    }));
    last = rows.at(-1)?.[0] ?? last;
    if (rows.length < BATCH_ROWS) return;
  }
}
