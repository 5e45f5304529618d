import { CLIENT_FIELDS, FIELD_ALIASES, type FieldName } from '../clients/fields/catalogue.ts';
import { foldText } from '../rules/fold.ts';

/** A header without case, accents, blanks and punctuation: 'E-mail ' and 'EMAIL' are one. */
function headerKey(header: string): string {
  return foldText(header)
    .replaceAll('%', 'percent')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Field by header key: names and labels first, so that an alias never takes another field's own name. */
const FIELD_BY_KEY = new Map<string, FieldName>();
const known = (header: string, name: FieldName) => {
  const key = headerKey(header);
  if (!FIELD_BY_KEY.has(key)) FIELD_BY_KEY.set(key, name);
};
for (const field of CLIENT_FIELDS) known(field.name, field.name);
for (const field of CLIENT_FIELDS) known(field.label, field.name);
for (const field of CLIENT_FIELDS) for (const alias of field.aliases) known(alias, field.name);
for (const [alias, name] of Object.entries(FIELD_ALIASES)) known(alias, name);

/** The readings of a header, the surest first: whole, without brackets as in 'DOB (MM/DD/YYYY)', without 'client'. */
function readings(header: string): string[] {
  const bare = header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ');
  return [header, bare, bare.replace(/^\s*client(?:['’]s)?\b/i, '')];
}

/**
 * The client field that each header most likely means, null where none does. A field goes to one column: to the one
 * that names it most exactly, then to the leftmost.
 */
export function guessMapping(headers: readonly string[]): (FieldName | null)[] {
  const guesses: (FieldName | null)[] = headers.map(() => null);
  const taken = new Set<FieldName>();
  for (const level of [0, 1, 2]) {
    headers.forEach((header, column) => {
      const name = FIELD_BY_KEY.get(headerKey(readings(header)[level] ?? ''));
      if (name === undefined || guesses[column] !== null || taken.has(name)) return;
      guesses[column] = name;
      taken.add(name);
    });
  }
  return guesses;
}
