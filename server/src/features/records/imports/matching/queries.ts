import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { MatchKey } from '@ledgerline/contract/imports/endpoints';
import type { Database } from '#platform/database/database.ts';
import { clientPerson, lastNameStart, nameDobKey, type Person, PersonIndex } from './rules.ts';

const EMAIL = 'lower(btrim(primary_email))';
/** Same as `phoneKey`: no extension, digits only, without country code 1. */
const PHONE = String.raw`regexp_replace(regexp_replace(regexp_replace(primary_phone, '(\d)\s*\(\d{1,8}\)$', '\1'), '\D', '', 'g'), '^1(?=\d{10}$)', '')`;
/** Same as `lastNameStart`: the first two letters from a to z after folding. */
const LAST_NAME_START = `left(regexp_replace(translate(replace(replace(replace(replace(
  lower(translate(normalize(coalesce(client_last_name, ''), NFKD), 'ÆŒØŁĐÐÞĦŦŊ', 'æœøłđðþħŧŋ')),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðħŧŋı', 'olddhtni'), '[^a-z]', '', 'g'), 2)`;

/** The clients who share an email, a phone, or name and birth date with any of these people, in one scan. */
export async function findPeople(
  db: Database,
  people: readonly Person[],
  keys: readonly MatchKey[],
): Promise<PersonIndex<number>> {
  const index = new PersonIndex<number>(keys);
  const among = (by: MatchKey, values: (string | null)[]) => [
    ...new Set(keys.includes(by) ? values.filter((value) => value !== null) : []),
  ];
  const named = people.filter((person) => nameDobKey(person) !== null);
  const starts = among(
    'name_dob',
    named.map(({ dob, last }) => `${dob} ${lastNameStart(last)}`),
  );
  const rows = await db.query<{ id: number } & Partial<Record<FieldName, string | null>>>(
    `select id, client_first_name, client_last_name, dob::text as dob, primary_email, primary_phone, ssn_last4 as ssn
       from clients
      where ${EMAIL} in (select unnest($1::text[]))
         or ${PHONE} in (select unnest($2::text[]))
         or case when dob in (select unnest($3::date[]))
                 then dob::text || ' ' || ${LAST_NAME_START} in (select unnest($4::text[])) end
      order by id`,
    [
      among(
        'email',
        people.map(({ email }) => email),
      ),
      among(
        'phone',
        people.map(({ phone }) => phone),
      ),
      among(
        'name_dob',
        named.map(({ dob }) => dob),
      ),
      starts,
    ],
  );
  for (const { id, ...record } of rows)
    index.add(
      clientPerson((name) => record[name]),
      id,
    );
  return index;
}
