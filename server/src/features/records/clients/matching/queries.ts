import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { MatchKey } from '@ledgerline/contract/imports/endpoints';
import type { Database } from '#platform/database/database.ts';
import { clientPerson, contactKey, lastNameStart, nameDobKey, type Person, PersonIndex } from './rules.ts';

/** The phones and emails of a client as `contactsOf` normalizes them (migration 0078), with an index. */
export const CONTACT_KEYS =
  'client_contact_keys(primary_email, secondary_email, primary_phone, secondary_phone)';
/** Same as `lastNameStart`: the first two letters from a to z after folding. */
const LAST_NAME_START = `left(regexp_replace(translate(replace(replace(replace(replace(
  lower(translate(normalize(coalesce(client_last_name, ''), NFKD), 'ÆŒØŁĐÐÞĦŦŊ', 'æœøłđðþħŧŋ')),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðħŧŋı', 'olddhtni'), '[^a-z]', '', 'g'), 2)`;

/** The clients who share an email, a phone, or name and birth date with any of these people. */
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
      where id in (select id from clients where ${CONTACT_KEYS} && $1::text[]
                   union select id from clients where dob = any($2::date[])
                     and dob::text || ' ' || ${LAST_NAME_START} = any($3::text[]))
      order by id`,
    [
      [
        ...among(
          'email',
          people.map(({ email }) => contactKey('email', email)),
        ),
        ...among(
          'phone',
          people.map(({ phone }) => contactKey('phone', phone)),
        ),
      ],
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
