/** Words that belong to the following last name: "Ana de la Cruz", "Piet van der Berg". */
const PARTICLES = new Set([
  ...['af', 'al', 'bin', 'da', 'das', 'de', 'del', 'della', 'den', 'der', 'di', 'do', 'dos', 'du', 'e', 'el'],
  ...[
    'la',
    'las',
    'le',
    'los',
    'mac',
    'mc',
    'saint',
    'san',
    'santa',
    'st',
    'st.',
    'ten',
    'ter',
    'van',
    'vander',
  ],
  ...['von', 'y', 'zu'],
]);
const SUFFIX = /^(?:jr|sr|ii|iii|iv|v|md|phd|esq|cpa|dds|rn|filho|neto|junior|júnior)\.?$/iu;
const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sra|srta|dra)\.?\s+(?=\S)/iu;
const COMPANY = /\b(?:llc|l\.l\.c|inc|corp|corporation|company|ltd|llp|trust|foundation|church)\.?$/iu;

export interface SplitName {
  first: string;
  last: string;
}

/** Whether a word is a particle of the following last name, such as "de" or "van". */
export function isNameParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase());
}

/**
 * Splits one text into first and last name: "Last, First", "First Last", particles and suffixes with the last name, titles removed. A
 * single word is a first name; a company is a last name.
 */
export function splitFullName(text: string): SplitName {
  const name = text.slice(0, 1000).trim().replaceAll(/\s+/g, ' ').replace(TITLE, '');
  if (COMPANY.test(name)) return { first: '', last: name };
  const parts = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const suffixes = parts.slice(1).filter((part) => SUFFIX.test(part));
  const [family = '', ...givenNames] = parts.filter((part, index) => index === 0 || !SUFFIX.test(part));
  if (givenNames.length === 0) return firstLast(`${family} ${suffixes.join(' ')}`.trim().split(' '));
  return { first: givenNames.join(' ').replace(TITLE, ''), last: [family, ...suffixes].join(' ') };
}

/** The last word is the last name, with the suffixes after it and the particles before it. */
function firstLast(words: readonly string[]): SplitName {
  let end = words.length;
  while (end > 2 && SUFFIX.test(words[end - 1] ?? '')) end -= 1;
  // "Ana Jr." has a suffix and no last name.
  let start = Math.max(1, end - 1);
  while (start > 1 && isNameParticle(words[start - 1] ?? '')) start -= 1;
  return { first: words.slice(0, start).join(' '), last: words.slice(start).join(' ') };
}
