import { PASSWORD_TOO_SHORT } from '@ledgerline/contract/agents/endpoints';
import { MIN_PASSWORD_LENGTH } from '@ledgerline/contract/rules';

/** How many of the most common passwords are refused, of those that are long enough to be chosen at all. */
const REFUSED = 10_000;

let common: Promise<Set<string>> | undefined;

/** The list comes with a package that is kept up, most common first. It is read when the first password is set. */
async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const usable = dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_LENGTH);
  return new Set(usable.slice(0, REFUSED));
}

/** What is wrong with a new password, as a sentence; null when it may be used. Letters count in any case. */
export async function passwordFault(password: string, username: string): Promise<string | null> {
  const bare = password.trim().toLowerCase();
  if (bare === '') return 'The password must not be blank.';
  if (password.length < MIN_PASSWORD_LENGTH) return PASSWORD_TOO_SHORT;
  if (bare === username.trim().toLowerCase()) return 'The password must not be the username.';
  common ??= readCommon();
  return (await common).has(bare)
    ? 'This password is one of the most common ones and would soon be guessed. Please choose another.'
    : null;
}
