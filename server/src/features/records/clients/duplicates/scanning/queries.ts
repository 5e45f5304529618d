import type { Database } from '#platform/database/database.ts';
import { CONTACT_KEYS } from '../../matching/queries.ts';
import {
  areSpelledAlike,
  COMPARED,
  type ComparedRow,
  describe,
  foldedName,
  setSimilarity,
} from '../queries.ts';
import { compareRecords, type Likeness } from '../rules.ts';

/** A phone, email or birth date of more clients identifies no one: among those, only similar names are compared. */
const MAX_SHARED = 50;
/** The most similar names that are compared with one client. */
const MAX_SIMILAR = 20;

const THEIR_NAME = foldedName('n.sort_name');

/** Two clients side by side with the similarity of their names; null for a client who no longer exists. */
export interface PairRow {
  one: ComparedRow;
  other: ComparedRow;
  similarity: number;
  first_similarity: number;
}

const record = (of: string): string =>
  `json_build_object('id', ${of}.id, ${COMPARED.map((name) => `'${name}', ${of}.${name}`).join(', ')})`;
const nameOf = (of: string): string =>
  `fold_text(coalesce(${of}.client_last_name, '') || ' ' || coalesce(${of}.client_first_name, ''))`;
const firstOf = (of: string): string => `fold_text(coalesce(${of}.client_first_name, ''))`;

/** Columns of two rows of clients for `comparePair`. */
export const pairColumns = (one: string, other: string): string =>
  `${record(one)} as one, ${record(other)} as other, similarity(${nameOf(one)}, ${nameOf(other)}) as similarity,
   similarity(${firstOf(one)}, ${firstOf(other)}) as first_similarity`;

/** A digest of the compared fields of two rows of clients. */
export const comparedDigest = (one: string, other: string): string => {
  const texts = [one, other].flatMap((of) => COMPARED.map((name) => `${of}.${name}::text`));
  return `md5(json_build_array(${texts.join(', ')})::text)`;
};

/** The ids of the next clients, in their order. */
export async function findNextIds(db: Database, after: number, limit: number): Promise<number[]> {
  const rows = await db.arrays<[number]>('select id from clients where id > $1 order by id limit $2', [
    after,
    limit,
  ]);
  return rows.map(([id]) => Number(id));
}

export interface FoundPair extends Likeness {
  one_id: number;
  other_id: number;
}

/** The likely duplicates of these clients among all clients; in a transaction. */
export async function findPairs(db: Database, ids: readonly number[]): Promise<FoundPair[]> {
  await setSimilarity(db);
  const rows = await db.query<PairRow>(
    `with batch as materialized (
       select id, dob, ${CONTACT_KEYS} as keys,
              coalesce(client_first_name, '') <> '' and coalesce(client_last_name, '') <> '' as is_named
         from clients where id = any($1::bigint[])),
     shared as materialized (
       select b.id, array(select c.id from clients c where ${CONTACT_KEYS} && array[key] limit ${MAX_SHARED + 1}) as ids
         from batch b cross join unnest(b.keys) as key
       union all
       select b.id, array(select c.id from clients c where c.dob = b.dob limit ${MAX_SHARED + 1})
         from batch b where b.dob is not null),
     -- Clients with different birth dates are compared only if they share a phone or an email.
     to_name as materialized (
       select b.id, ${foldedName('o.sort_name')} as name from batch b join client_outlines o on o.client_id = b.id
        where b.is_named and (b.dob is null or exists (
          select from shared s where s.id = b.id and cardinality(s.ids) > ${MAX_SHARED}))),
     named as (
       select t.id, array(
         select n.client_id from client_outlines n where ${THEIR_NAME} % t.name
          order by similarity(${THEIR_NAME}, t.name) desc, n.client_id limit ${MAX_SIMILAR + 1}) as ids
         from to_name t),
     found as (
       select distinct least(id, other) as one, greatest(id, other) as other from (
         select id, unnest(ids) as other from shared where cardinality(ids) <= ${MAX_SHARED}
         union all select id, unnest(ids) from named) as candidates
        where id <> other)
     select ${pairColumns('a', 'b')}
       from found f join clients a on a.id = f.one join clients b on b.id = f.other`,
    [ids],
  );
  return rows.flatMap((row) => {
    const likeness = comparePair(row);
    return likeness ? [{ one_id: row.one.id, other_id: row.other.id, ...likeness }] : [];
  });
}

/** Why two clients may be one person. */
export function comparePair(row: PairRow): Likeness | null {
  const isNamed = [row.one, row.other].every(
    (one) => (one.client_first_name ?? '').trim() !== '' && (one.client_last_name ?? '').trim() !== '',
  );
  return compareRecords(describe(row.one), describe(row.other), isNamed && areSpelledAlike(row));
}
