import { CLIENT_FIELDS, FIELD_ALIASES } from '../clients/fields/catalog.ts';
import { ADDRESS_PARTS } from '../rules/address.ts';
import { foldText } from '../rules/fold.ts';
import type { ColumnTarget } from './column-targets.ts';
import { FOREIGN_HEADERS } from './foreign-headers.ts';
import type { ImportKind } from './policy-columns.ts';
import {
  POLICY_HEADERS,
  POLICY_PERSON_FIELDS,
  POLICY_TARGET_LABELS,
  POLICY_TARGETS,
} from './policy-columns.ts';

/** A header without case, accents, blanks and punctuation: 'E-mail ' and 'EMAIL' are one. */
function headerKey(header: string): string {
  return foldText(header)
    .replaceAll('%', 'percent')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Target by header key: names and labels first, so that an alias never replaces another field's own name. */
const CLIENT_TARGETS = new Map<string, ColumnTarget>();
const addTarget = (header: string, target: ColumnTarget, targets = CLIENT_TARGETS) => {
  const key = headerKey(header);
  if (!targets.has(key)) targets.set(key, target);
};
for (const field of CLIENT_FIELDS) addTarget(field.name, field.name);
for (const field of CLIENT_FIELDS) addTarget(field.label, field.name);
for (const part of ADDRESS_PARTS) addTarget(part, part);
for (const field of CLIENT_FIELDS) for (const alias of field.aliases) addTarget(alias, field.name);
for (const [alias, name] of Object.entries(FIELD_ALIASES)) addTarget(alias, name);
for (const [target, headers] of FOREIGN_HEADERS) for (const header of headers) addTarget(header, target);

/** Headers of policy imports: those of policy columns first, then those that identify the person, as in client imports. */
const POLICY_COLUMNS = new Map<string, ColumnTarget>();
for (const target of POLICY_TARGETS) addTarget(target, target, POLICY_COLUMNS);
for (const target of POLICY_TARGETS) addTarget(POLICY_TARGET_LABELS[target], target, POLICY_COLUMNS);
for (const target of POLICY_TARGETS)
  for (const header of POLICY_HEADERS[target]) addTarget(header, target, POLICY_COLUMNS);
for (const [key, target] of CLIENT_TARGETS)
  if (POLICY_PERSON_FIELDS.some((name) => name === target) && !POLICY_COLUMNS.has(key))
    POLICY_COLUMNS.set(key, target);

const TARGETS: Record<ImportKind, ReadonlyMap<string, ColumnTarget>> = {
  clients: CLIENT_TARGETS,
  policies: POLICY_COLUMNS,
};

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
export function guessMapping(
  headers: readonly string[],
  kind: ImportKind = 'clients',
): (ColumnTarget | null)[] {
  const guesses: (ColumnTarget | null)[] = headers.map(() => null);
  const assigned = new Set<ColumnTarget>();
  for (const level of [0, 1, 2]) {
    headers.forEach((header, column) => {
      const name = TARGETS[kind].get(headerKey(headerVariants(header)[level] ?? ''));
      if (name === undefined || guesses[column] !== null || assigned.has(name)) return;
      guesses[column] = name;
      assigned.add(name);
    });
  }
  return guesses;
}
