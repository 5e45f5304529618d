import { PASSWORD_TOO_SHORT } from '@ledgerline/contract/agents/endpoints';
import { MIN_PASSWORD_LENGTH } from '@ledgerline/contract/rules';
import { commonPasswords, mayContain } from './password-filter.ts';
import { decorationOf, isSequence, PREDICTABLE_WORDS, unleet, withoutWords, wordIn } from './rules.ts';

/** What an attacker may know about the account of the password. */
export interface PasswordOwner {
  username: string;
  email?: string;
  first_name?: string;
  last_name?: string;
}

const COMMON = 'This password is one of the most common ones and easy to guess. Please choose another.';
const PATTERNED =
  'This password is a common word with digits or symbols added, which is easy to guess. Please choose another, such as several unrelated words.';
const PERSONAL =
  'This password is based on your name, username, email address or the brokerage’s name, which is easy to guess. Please choose another.';

/**
 * What is wrong with a new password, as a sentence; null when it is acceptable. Case is ignored. Existing
 * passwords are never checked: signing in only verifies the password.
 */
export async function passwordProblem(
  password: string,
  owner: PasswordOwner,
  brand: string,
): Promise<string | null> {
  const bare = password.normalize('NFKC').trim().toLowerCase();
  if (bare === '') return 'The password must not be blank.';
  if (password.length < MIN_PASSWORD_LENGTH) return PASSWORD_TOO_SHORT;
  if (bare === owner.username.trim().toLowerCase()) return 'The password must not be the username.';
  const filter = await commonPasswords();
  if (isSequence(bare) || mayContain(filter, bare)) return COMMON;
  if (isPersonal(bare, owner, brand)) return PERSONAL;
  return isPatterned(bare, filter) ? PATTERNED : null;
}

/** A common base word with little more than a year, a number or a symbol around it. */
function isPatterned(bare: string, filter: Buffer): boolean {
  const word = wordIn(bare);
  if (word === '' || decorationOf(bare) > MAX_DECORATION) return false;
  return [word, unleet(word)].some((each) => PREDICTABLE_WORDS.has(each) || mayContain(filter, each));
}

const MAX_DECORATION = 4;

function isPersonal(bare: string, owner: PasswordOwner, brand: string): boolean {
  const words = [
    ...[owner.username, owner.first_name, owner.last_name, owner.email?.split('@')[0]],
    ...[brand, ...brand.split(/\s+/), 'ledgerline'],
  ];
  return [bare, unleet(bare)].some((each) => withoutWords(each, words) <= MAX_DECORATION);
}
