import { foldText } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';
import { CONTACT_KEYS } from '../matching/queries.ts';
import { contactsOf } from '../matching/rules.ts';
import { compareRecords, type Described, type Likeness } from './rules.ts';

/** Names that share at least this part of their trigrams are spelled alike: a name of usual length with one wrong letter. */
const SIMILARITY = 0.6;
/** The same for the first name alone: Ann and Zoe Montgomery are two people. */
const FIRST_SIMILARITY = 0.3;
/** The most similar names that are compared. */
const MAX_SIMILAR = 20;
/** An office's phone or a placeholder birth date is shared by many: those with the most similar names are compared. */
const MAX_COMPARED = 100;

/** Beyond this many with one phone, email or birth date, it identifies no one. */
const MAX_SHARED = 1000;
/** Without the tab between the names, for which folding is slower. */
export const foldedName = (column = 'sort_name'): string => `fold_text(replace(${column}, chr(9), ' '))`;
const FOLDED_NAME = foldedName();

export const COMPARED = [
  ...(['client_first_name', 'client_last_name', 'dob', 'primary_email', 'secondary_email'] as const),
  ...(['primary_phone', 'secondary_phone'] as const),
] as const;
/** The fields of a client that are compared. */
export type ComparedRow = { id: number } & Record<(typeof COMPARED)[number], string | null>;

interface CandidateRow extends ComparedRow {
  similarity: number;
  first_similarity: number;
}

export type LikelyRow = CandidateRow & Likeness;

/** Clients whose phones, emails, birth date or name suggest that they are this person, best match first; in a transaction. */
export async function findLikely(
  db: Database,
  person: Described,
  except: number | undefined,
): Promise<LikelyRow[]> {
  const name = foldText(`${person.last} ${person.first}`);
  const isNamed = person.first.trim() !== '' && person.last.trim() !== '';
  await setSimilarity(db);
  const rows = await db.query<CandidateRow>(
    `with named as (
       select client_id as id from client_outlines
        where $4 and ${FOLDED_NAME} % $1 order by similarity(${FOLDED_NAME}, $1) desc limit ${MAX_SIMILAR}),
     found as (
       (select id from clients where ${CONTACT_KEYS} && $2::text[] limit ${MAX_SHARED})
       union (select id from clients where dob = $3::date limit ${MAX_SHARED})
       union select id from named)
     select id, client_first_name, client_last_name, dob::text as dob, primary_email, secondary_email,
            primary_phone, secondary_phone, similarity,
            similarity(fold_text(coalesce(client_first_name, '')), $6) as first_similarity
       from clients join (
         select client_id, similarity(coalesce(${FOLDED_NAME}, ''), $1) as similarity from client_outlines
          where client_id = any(array(select id from found)) and client_id is distinct from $5
          order by similarity desc, client_id limit ${MAX_COMPARED}) as closest on client_id = id`,
    [name, person.contacts, person.dob, isNamed, except ?? null, foldText(person.first)],
  );
  return rows
    .flatMap((row) => {
      const likeness = compareRecords(person, describe(row), isNamed && areSpelledAlike(row));
      return likeness ? [{ ...row, ...likeness }] : [];
    })
    .sort((a, b) => b.score - a.score || b.similarity - a.similarity || a.id - b.id);
}

/** The threshold of the operator %, in this transaction only. */
export async function setSimilarity(db: Database): Promise<void> {
  await db.query(`select set_config('pg_trgm.similarity_threshold', '${SIMILARITY}', true)`);
}

export const areSpelledAlike = (names: Pick<CandidateRow, 'similarity' | 'first_similarity'>): boolean =>
  names.similarity >= SIMILARITY && names.first_similarity >= FIRST_SIMILARITY;

export function describe(row: ComparedRow): Described {
  return {
    first: row.client_first_name ?? '',
    last: row.client_last_name ?? '',
    dob: row.dob,
    contacts: contactsOf([row.primary_phone, row.secondary_phone], [row.primary_email, row.secondary_email]),
  };
}
