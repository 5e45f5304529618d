import { CLIENT_FIELDS, FIELD_ALIASES } from '../clients/fields/catalog.ts';
import { ADDRESS_PARTS } from '../rules/address.ts';
import { foldText } from '../rules/fold.ts';
import type { ColumnTarget } from './column-targets.ts';
import { FOREIGN_HEADERS } from './foreign-headers.ts';

/** A header without case, accents, blanks and punctuation: 'E-mail ' and 'EMAIL' are one. */
function headerKey(header: string): string {
  return foldText(header)
    .replaceAll('%', 'percent')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Target by header key: names and labels first, so that an alias never replaces another field's own name. */
const TARGET_BY_KEY = new Map<string, ColumnTarget>();
const addTarget = (header: string, target: ColumnTarget) => {
  const key = headerKey(header);
  if (!TARGET_BY_KEY.has(key)) TARGET_BY_KEY.set(key, target);
};
for (const field of CLIENT_FIELDS) addTarget(field.name, field.name);
for (const field of CLIENT_FIELDS) addTarget(field.label, field.name);
for (const part of ADDRESS_PARTS) addTarget(part, part);
for (const field of CLIENT_FIELDS) for (const alias of field.aliases) addTarget(alias, field.name);
for (const [alias, name] of Object.entries(FIELD_ALIASES)) addTarget(alias, name);
for (const [target, headers] of FOREIGN_HEADERS) for (const header of headers) addTarget(header, target);

/** Prefixes that other systems add to a column's name: 'Applicant First Name', 'Individual: Birth Date'. */
const PERSON_PREFIXES =
  /^\s*(?:primary\s+)?(?:client|applicant|individual|insured|policy\s?holder|subscriber|member|contact|customer|consumer|lead|person|household\s+contact|cliente|titular|asegurado|segurado)(?:['’]s|\s*\d)?(?=[\s:._-])[\s:._-]*/i;

/**
 * Variants of a header, most reliable first: unchanged, without brackets as in 'DOB (MM/DD/YYYY)', without the person
 * it refers to.
 */
function headerVariants(header: string): string[] {
  const bare = header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ');
  return [header, bare, bare.replace(PERSON_PREFIXES, '')];
}

/**
 * The most likely target of each header, null where none fits. A field is mapped to one column: the one that names it
 * most exactly, then the leftmost.
 */
export function guessMapping(headers: readonly string[]): (ColumnTarget | null)[] {
  const guesses: (ColumnTarget | null)[] = headers.map(() => null);
  const assigned = new Set<ColumnTarget>();
  for (const level of [0, 1, 2]) {
    headers.forEach((header, column) => {
      const name = TARGET_BY_KEY.get(headerKey(headerVariants(header)[level] ?? ''));
      if (name === undefined || guesses[column] !== null || assigned.has(name)) return;
      guesses[column] = name;
      assigned.add(name);
    });
  }
  return guesses;
}
