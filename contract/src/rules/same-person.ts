import { foldText } from './fold.ts';

/** A person's name in its two fields, as stored. */
export interface PersonName {
  first: string;
  last: string;
}

/**
 * How two names relate. `compatible`: one may be a short form of the other. `needs_birth_date`: the same person only if the birth date
 * agrees as well (another last name after a marriage, Sr. and Jr.). `unknown`: one of them is missing.
 */
export type NameRelation = 'same' | 'compatible' | 'needs_birth_date' | 'different' | 'unknown';

const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);
const PARTICLES = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'da',
  'do',
  'dos',
  'das',
  'y',
  'e',
  'van',
  'von',
  'der',
]);

/** Common short forms of American, Spanish and Portuguese first names; each line is one name. */
const NICKNAMES = [
  'robert bob bobby rob robbie roberto beto',
  'william bill billy will willie liam guillermo memo',
  'richard rick ricky rich dick ricardo',
  'james jim jimmy jamie',
  'john johnny jack jon',
  'jonathan jon',
  'michael mike mickey miguel',
  'joseph joe joey jose pepe',
  'thomas tom tommy tomas',
  'charles charlie chuck carlos',
  'edward ed eddie ted eduardo lalo',
  'david dave',
  'daniel dan danny',
  'anthony tony antonio',
  'christopher chris',
  'christian chris',
  'christina chris christine tina cristina',
  'matthew matt mateo',
  'andrew andy drew andres',
  'steven steve stephen esteban',
  'kenneth ken kenny',
  'ronald ron ronnie',
  'donald don donnie',
  'gregory greg',
  'lawrence larry',
  'patrick pat',
  'patricia pat patty trish tricia',
  'peter pete pedro',
  'nicholas nick nicky nicolas',
  'alexander alex alejandro',
  'alexandra alex alejandra',
  'samuel sam sammy',
  'samantha sam',
  'benjamin ben benny',
  'timothy tim',
  'jeffrey jeff geoffrey',
  'francis frank francisco paco pancho chico',
  'raymond ray',
  'gerald jerry',
  'leonard leo lenny',
  'elizabeth liz beth betty lizzie eliza isabel',
  'margaret maggie peggy meg marge',
  'katherine kathy kate katie cathy catherine kathryn',
  'jennifer jen jenny',
  'barbara barb',
  'susan sue susie suzanne',
  'deborah deb debbie debra',
  'rebecca becky',
  'victoria vicky tori',
  'theresa terry teresa tere',
  'jacqueline jackie',
  'pamela pam',
  'cynthia cindy',
  'dorothy dot dottie',
  'guadalupe lupe lupita',
  'jesus chuy',
  'ignacio nacho',
  'rosario chayo',
  'dolores lola',
  'mercedes meche',
  'joao john',
  'luis lou louis',
].map((line) => new Set(line.split(' ')));

/** Placeholders for a missing name; fewer words than for other values, because Null and Blank are names. */
const NO_NAME = /^(?:n\/a|none|unknown|no ?name|ningun[oa]|desconocid[oa]|nenhuma?|desconhecid[oa]|[-.x?]+)$/;

interface ReadName {
  first: string[];
  last: string[];
  suffix: string;
}

/** The letters and digits of a folded name: "O'Brien-Núñez" and "obrien nunez" are equal. */
export function nameKey({ first, last }: PersonName): string {
  return lettersOf(`${first} ${last}`);
}

/**
 * Compares two names without case, accents, spaces and apostrophes. Nicknames, initials, missing middle and second last names are
 * compatible.
 */
export function compareNames(one: PersonName, other: PersonName): NameRelation {
  const [a, b] = [readName(one), readName(other)];
  if (a.first.length + a.last.length === 0 || b.first.length + b.last.length === 0) return 'unknown';
  if (nameKey(one) === nameKey(other)) return 'same';
  const last = relateLast(a.last, b.last);
  const first = relateFirst(a.first, b.first);
  if (first === 'different') return 'different';
  if (last === 'different') return first === 'same' ? 'needs_birth_date' : 'different';
  if (a.suffix !== b.suffix) return a.suffix && b.suffix ? 'different' : 'needs_birth_date';
  // One has only a first name and the other only a last name: nothing can be compared.
  if (first === 'unknown' && last === 'unknown') return 'unknown';
  return 'compatible';
}

function lettersOf(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '');
}

function readName({ first, last }: PersonName): ReadName {
  const words = wordsOf(last);
  const suffix = [...wordsOf(first), ...words].find((word) => SUFFIXES.has(word)) ?? '';
  const bare = (list: string[]) => list.filter((word) => !SUFFIXES.has(word));
  return { first: bare(wordsOf(first)), last: bare(words), suffix };
}

function wordsOf(text: string): string[] {
  const folded = foldText(text);
  if (NO_NAME.test(folded)) return [];
  return folded
    .replace(/['"]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

type Relation = 'same' | 'compatible' | 'different' | 'unknown';

function relateFirst(a: string[], b: string[]): Relation {
  const [one, other] = [a[0], b[0]];
  if (one === undefined || other === undefined) return 'unknown';
  if (a.join('') === b.join('')) return 'same';
  // 'Mary' and 'Mary Ann', but not 'Mary Ann' and 'Mary Lou'.
  if (one === other) return followsFrom(a, b) ? 'same' : 'different';
  // 'J.' and 'John', 'Bob' and 'Robert'.
  if (isInitial(one, other) || isInitial(other, one)) return 'compatible';
  return NICKNAMES.some((names) => names.has(one) && names.has(other)) ? 'compatible' : 'different';
}

function followsFrom(a: string[], b: string[]): boolean {
  return a.every((word, position) => {
    const other = b[position];
    return other === undefined || word === other || isInitial(word, other) || isInitial(other, word);
  });
}

const isInitial = (short: string, long: string): boolean => short.length === 1 && long.startsWith(short);

/** Last names agree when one has all words of the other: 'García' and 'García López', 'Smith-Jones' and 'Jones'. */
function relateLast(a: string[], b: string[]): Relation {
  if (a.length === 0 || b.length === 0) return 'unknown';
  if (a.join('') === b.join('')) return 'same';
  const significant = (words: string[]) => words.filter((word) => !PARTICLES.has(word));
  const [one, other] = [significant(a), significant(b)];
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const isPart =
    few.length > 0 && few.every((word) => many.some((long) => long === word || isInitial(word, long)));
  return isPart ? 'compatible' : 'different';
}
