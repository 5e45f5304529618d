import { foldText } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';
import { CONTACT_KEYS } from '../matching/queries.ts';
import { contactsOf } from '../matching/rules.ts';
import { compareRecords, type Described, type Likeness } from './rules.ts';

/** Names that share this part of their trigrams are spelled alike: one wrong letter in a usual name. */
const SIMILARITY = 0.6;
/** The same of the first name alone: Ann and Zoe Montgomery are two people. */
const FIRST_SIMILARITY = 0.3;
/** The most similar names that are compared. */
const MAX_SIMILAR = 20;
/** An office's phone or a placeholder birth date is shared by many: those with the most similar names are compared. */
const MAX_COMPARED = 100;

/** Beyond this many with one phone, email or birth date, it identifies no one. */
const MAX_SHARED = 1000;
/** Without the tab between the names, for which folding is slower. */
const FOLDED_NAME = `fold_text(replace(sort_name, chr(9), ' '))`;

interface CandidateRow {
  id: number;
  client_first_name: string | null;
  client_last_name: string | null;
  dob: string | null;
  primary_email: string | null;
  secondary_email: string | null;
  primary_phone: string | null;
  secondary_phone: string | null;
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
  // Of this transaction only; the operator % reads it.
  await db.query(`select set_config('pg_trgm.similarity_threshold', '${SIMILARITY}', true)`);
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
      const areSpelledAlike =
        isNamed && row.similarity >= SIMILARITY && row.first_similarity >= FIRST_SIMILARITY;
      const likeness = compareRecords(person, describe(row), areSpelledAlike);
      return likeness ? [{ ...row, ...likeness }] : [];
    })
    .sort((a, b) => b.score - a.score || b.similarity - a.similarity || a.id - b.id);
}

function describe(row: CandidateRow): Described {
  return {
    first: row.client_first_name ?? '',
    last: row.client_last_name ?? '',
    dob: row.dob,
    contacts: contactsOf([row.primary_phone, row.secondary_phone], [row.primary_email, row.secondary_email]),
  };
}
