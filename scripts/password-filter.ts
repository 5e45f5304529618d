import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MIN_PASSWORD_LENGTH } from '../contract/src/rules.ts';
import { filterOf } from '../server/src/features/people/agents/passwords/password-filter.ts';

const MAX_PASSWORDS = 500_000;
const FILE = path.resolve(
  import.meta.dirname,
  '../server/src/features/people/agents/passwords/common-passwords.bloom',
);

/**
 * npm run passwords:filter -- <list> [<list> …]: builds the filter of common passwords from text files with one password per
 * line, most common first. Uses the first 500,000 distinct passwords that are long enough, in lower case.
 */
const lists = process.argv.slice(2);
if (lists.length === 0) throw new Error('npm run passwords:filter -- <file with one password per line>');
const passwords = new Set<string>();
for (const list of lists) {
  for (const line of (await readFile(list, 'utf8')).split(/\r?\n/)) {
    const password = line.trim().toLowerCase();
    if (password.length >= MIN_PASSWORD_LENGTH && passwords.size < MAX_PASSWORDS) passwords.add(password);
  }
}
await writeFile(FILE, filterOf(passwords));
console.log(`${passwords.size} passwords are in ${path.relative(process.cwd(), FILE)}.`);
