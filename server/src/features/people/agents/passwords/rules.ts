const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Words that are too short for the password list, or that people choose when a policy requires a change. */
export const PREDICTABLE_WORDS: ReadonlySet<string> = new Set([
  ...['spring', 'summer', 'autumn', 'fall', 'winter'],
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ...['pass', 'login', 'admin', 'user', 'test', 'temp', 'demo', 'guest', 'owner', 'agent', 'office'],
  ...['insurance', 'broker', 'brokerage', 'portal', 'client', 'policy', 'changeme', 'welcome', 'hello'],
]);

/**
 * A password in lower case with digits and symbols read as the letters they replace: p@ssw0rd is password.
 */
export function unleet(text: string): string {
  return text.replaceAll(/[0134578@$!]/g, (sign) => LEET[sign] ?? sign);
}

const EDGES = /^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu;

/** The word of a password without leading and trailing digits and symbols; a doubled word counts once. */
export function wordIn(bare: string): string {
  const word = bare.replace(EDGES, '');
  const half = word.slice(0, word.length / 2);
  return half !== '' && half + half === word ? half : word;
}

/**
 * How much an attacker has to guess besides the word: years, numbers and repeated symbols are guessed first.
 */
export function decorationOf(bare: string): number {
  return reduced(bare.replace(bare.replace(EDGES, ''), ' ')).length;
}

function reduced(rest: string): string {
  return rest
    .replaceAll(/(?:19|20)\d\d/g, '')
    .replaceAll(/123(?:4(?:5(?:6(?:7(?:89?0?)?)?)?)?)?/g, '')
    .replaceAll(/(.)\1+/g, '$1')
    .replaceAll(/\s/g, '');
}

const SHORTEST_WORD = 4;

/** How much of a password is left without these words; its full length if it contains none of them. */
export function withoutWords(bare: string, words: readonly (string | undefined)[]): number {
  const known = words
    .map((word) => word?.normalize('NFKC').trim().toLowerCase() ?? '')
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length);
  const left = known.reduce((text, word) => text.replaceAll(word, ' '), bare);
  return left === bare ? bare.length : reduced(left).length;
}

/** Few different characters, or a sequence in which each character follows the previous one. */
export function isSequence(bare: string): boolean {
  if (new Set(bare).size <= 2) return true;
  const codes = [...bare].map((char) => char.codePointAt(0) ?? 0);
  return [1, -1].some((step) => codes.every((code, n) => n === 0 || code === (codes[n - 1] ?? 0) + step));
}
