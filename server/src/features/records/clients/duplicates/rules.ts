import type { MatchReason } from '@ledgerline/contract/clients/duplicates/endpoints';
import { compareNames } from '@ledgerline/contract/rules';
import type { Person } from '../matching/rules.ts';

/** A person with every phone and email (`contactsOf`). */
export interface Described extends Pick<Person, 'first' | 'last' | 'dob'> {
  contacts: readonly string[];
}

export interface Likeness {
  reasons: MatchReason[];
  /** Higher is more certain. */
  score: number;
}

const SCORES: Record<MatchReason, number> = {
  name_dob: 7,
  similar_name_dob: 5,
  phone: 4,
  email: 4,
  same_name: 3,
  similar_name: 1,
};

/** A person with another birth date is rarely the same one, even with the same phone. */
const CONTRADICTION = 4;

/**
 * Why two records may describe one person; null if nothing suggests it. Members of a household, who share a phone or an email
 * but neither name nor birth date, are not suggested (decision 083). `areSpelledAlike` is the similarity by trigrams.
 */
export function compareRecords(one: Described, other: Described, areSpelledAlike: boolean): Likeness | null {
  const hasDobs = one.dob !== null && other.dob !== null;
  const isSameDob = hasDobs && one.dob === other.dob;
  const isContradicted = hasDobs && !isSameDob;
  const name = nameReason(one, other, { isSameDob, areSpelledAlike });
  const shared = sharedContacts(one, other);
  if (isContradicted && (name === null || shared.length === 0)) return null;
  const reasons = [...shared, ...(name === null || isContradicted ? [] : [name])];
  if (reasons.length === 0) return null;
  const score = reasons.reduce((sum, reason) => sum + SCORES[reason], 0);
  return { reasons, score: isContradicted ? score - CONTRADICTION : score };
}

function sharedContacts(one: Described, other: Described): MatchReason[] {
  const shared = one.contacts.filter((key) => other.contacts.includes(key));
  return (['phone', 'email'] as const).filter((by) => shared.some((key) => key.startsWith(`${by}:`)));
}

function nameReason(
  one: Described,
  other: Described,
  { isSameDob, areSpelledAlike }: { isSameDob: boolean; areSpelledAlike: boolean },
): MatchReason | null {
  const names = compareNames(one, other);
  if (names === 'same') return isSameDob ? 'name_dob' : 'same_name';
  if (names === 'unknown') return null;
  const isSimilar = areSpelledAlike || names === 'compatible' || (names === 'needs_birth_date' && isSameDob);
  if (!isSimilar) return null;
  return isSameDob ? 'similar_name_dob' : 'similar_name';
}
