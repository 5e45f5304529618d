import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { MatchKey } from '@ledgerline/contract/imports/endpoints';
import {
  compareNames,
  foldText,
  isPlaceholderEmail,
  isPlaceholderPhone,
  nameKey,
  phoneDigits,
} from '@ledgerline/contract/rules';

/** What identifies the person of a row or of a client; null if it is missing or a placeholder. */
export interface Person {
  first: string;
  last: string;
  dob: string | null;
  email: string | null;
  phone: string | null;
  /** The last four digits of the SSN, to detect that an update would replace it. */
  ssn: string | null;
}

/** A person who shares a name with birth date, an email or a phone with the one searched for. */
export interface Candidate<Id> {
  id: Id;
  person: Person;
  /** What matches. */
  by: MatchKey[];
  /**
   * `same`: the same person. `household`: different name and different birth date. `possible`: one of the two
   * differs and the other matches or is missing, which an agent has to check.
   */
  relation: 'same' | 'possible' | 'household';
  /** Higher is more certain; compares candidates of one person. */
  score: number;
}

/** The email address normalized for comparison; null for a placeholder. */
function emailKey(email: string | null | undefined): string | null {
  const folded = (email ?? '').trim().toLowerCase();
  return folded === '' || isPlaceholderEmail(folded) ? null : folded;
}

/** Digits without country code 1 and without an extension such as '(7)'; null for a placeholder. */
export function phoneKey(phone: string | null | undefined): string | null {
  const bare = (phone ?? '').replace(/(\d)\s*\(\d{1,8}\)$/, '$1');
  const digits = phoneDigits(bare).replace(/^1(?=\d{10}$)/, '');
  return isPlaceholderPhone(digits) ? null : digits;
}

/** A phone or email as the index of contacts stores it; null for a missing one. */
export function contactKey(by: 'phone' | 'email', key: string | null): string | null {
  return key === null ? null : `${by}:${key}`;
}

/** All phones and emails of a person; placeholders identify no one. */
export function contactsOf(
  phones: readonly (string | null | undefined)[],
  emails: readonly (string | null | undefined)[],
): string[] {
  const keys = [
    ...phones.map((phone) => contactKey('phone', phoneKey(phone))),
    ...emails.map((email) => contactKey('email', emailKey(email))),
  ];
  return [...new Set(keys.filter((key) => key !== null))];
}

/** The person of a row, from its values in wire form. */
export function personOf(values: ReadonlyMap<FieldName, string>): Person {
  return {
    first: values.get('client_first_name') ?? '',
    last: values.get('client_last_name') ?? '',
    dob: values.get('dob') ?? null,
    email: emailKey(values.get('primary_email')),
    phone: phoneKey(values.get('primary_phone')),
    ssn: lastDigits(values.get('ssn')),
  };
}

/** The person of a client, from the record as lists may show it. */
export function clientPerson(read: (name: FieldName) => unknown): Person {
  const text = (name: FieldName) => {
    const value = read(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    first: text('client_first_name'),
    last: text('client_last_name'),
    dob: text('dob') || null,
    email: emailKey(text('primary_email')),
    phone: phoneKey(text('primary_phone')),
    ssn: lastDigits(text('ssn')),
  };
}

/** The last four digits of an SSN or of its mask; null if it has fewer. */
function lastDigits(ssn: string | null | undefined): string | null {
  return /\d{4}$/.exec((ssn ?? '').replaceAll(/[\s-]/g, ''))?.[0] ?? null;
}

/**
 * The start of a last name as `matching/queries.ts` computes it in SQL; narrows the clients with one birth
 * date.
 */
export function lastNameStart(last: string): string {
  return foldText(last)
    .replace(/[^a-z]/g, '')
    .slice(0, 2);
}

/** Name and birth date in one text; null unless all three are present. */
export function nameDobKey({ first, last, dob }: Person): string | null {
  return dob === null || first.trim() === '' || last.trim() === ''
    ? null
    : `${nameKey({ first, last })} ${dob}`;
}

/**
 * Decides how two people with a shared key relate (decision 083). A different birth date always contradicts;
 * a name contradicts unless it is the same, a short form, or changed with the birth date unchanged.
 */
export function relate(one: Person, other: Person): Candidate<never>['relation'] {
  const hasDobs = one.dob !== null && other.dob !== null;
  const isSameDob = hasDobs && one.dob === other.dob;
  const names = compareNames(one, other);
  if (hasDobs && !isSameDob) return names === 'different' ? 'household' : 'possible';
  if (names === 'different') return 'possible';
  return names === 'needs_birth_date' && !isSameDob ? 'possible' : 'same';
}

const KEY_OF: Record<MatchKey, (person: Person) => string | null> = {
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  name_dob: nameDobKey,
};

/** Beyond this many people with one email or phone, only those with the same name are compared. */
const LARGE_GROUP = 50;

interface Entry<Id> {
  id: Id;
  person: Person;
}

interface Group<Id> {
  all: Entry<Id>[];
  /** Built only for large groups: folding names is slow, and usually only two people share a key. */
  byName: Map<string, Entry<Id>[]> | null;
}

function addByName<Id>(byName: Map<string, Entry<Id>[]>, entry: Entry<Id>): void {
  const name = nameKey(entry.person);
  const named = byName.get(name);
  if (named === undefined) byName.set(name, [entry]);
  else if (named.length < LARGE_GROUP) named.push(entry);
}

/** People by what identifies them: clients, or the earlier rows of a file. */
export class PersonIndex<Id> {
  readonly #keys: readonly MatchKey[];
  readonly #groups = new Map<string, Group<Id>>();

  constructor(keys: readonly MatchKey[]) {
    this.#keys = keys;
  }

  add(person: Person, id: Id): void {
    const entry = { id, person };
    for (const [, key] of this.#keysOf(person)) {
      const group: Group<Id> = this.#groups.get(key) ?? { all: [], byName: null };
      this.#groups.set(key, group);
      group.all.push(entry);
      const isLargeGroup = group.all.length > LARGE_GROUP;
      const added = isLargeGroup && group.byName === null ? group.all : [entry];
      if (isLargeGroup) group.byName ??= new Map();
      if (group.byName) for (const each of added) addByName(group.byName, each);
    }
  }

  /** Who shares a key with this person, best match first. */
  find(person: Person): Candidate<Id>[] {
    const found = new Map<Id, Candidate<Id>>();
    for (const [by, key] of this.#keysOf(person)) {
      for (const entry of closestIn(this.#groups.get(key), person)) note(found, entry, person, by);
    }
    return [...found.values()].sort((a, b) => RANK[a.relation] - RANK[b.relation] || b.score - a.score);
  }

  #keysOf(person: Person): [MatchKey, string][] {
    return this.#keys.flatMap((by): [MatchKey, string][] => {
      const key = KEY_OF[by](person);
      return key === null ? [] : [[by, `${by}:${key}`]];
    });
  }
}

const RANK = { same: 0, possible: 1, household: 2 };

function closestIn<Id>(group: Group<Id> | undefined, person: Person): readonly Entry<Id>[] {
  if (group === undefined) return [];
  return group.byName === null ? group.all : (group.byName.get(nameKey(person)) ?? []);
}

function note<Id>(found: Map<Id, Candidate<Id>>, entry: Entry<Id>, person: Person, by: MatchKey): void {
  const relation = relate(person, entry.person);
  const known = found.get(entry.id);
  if (known && RANK[known.relation] <= RANK[relation]) {
    if (known.relation === relation && !known.by.includes(by)) {
      known.by.push(by);
      known.score += KEY_SCORE;
    }
    return;
  }
  const score =
    KEY_SCORE +
    (compareNames(person, entry.person) === 'same' ? 2 : 0) +
    (person.dob !== null && person.dob === entry.person.dob ? 1 : 0);
  found.set(entry.id, { ...entry, by: [by], relation, score });
}

const KEY_SCORE = 4;

/**
 * The people of earlier rows that each row may repeat; a row that repeats one counts as the first row of that
 * person.
 */
export function findEarlierRows(
  rows: readonly { row_number: number; person: Person }[],
  keys: readonly MatchKey[],
): Map<number, Candidate<number>[]> {
  const index = new PersonIndex<number>(keys);
  const found = new Map<number, Candidate<number>[]>();
  for (const { row_number, person } of rows) {
    const earlier = index.find(person);
    if (earlier.length > 0) found.set(row_number, earlier);
    const [best] = earlier;
    index.add(person, best?.relation === 'same' ? best.id : row_number);
  }
  return found;
}
