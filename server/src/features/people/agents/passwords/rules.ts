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

/** Words that are too short for the list of passwords, or that people choose because a rule asks for a change. */
export const PREDICTABLE_WORDS: ReadonlySet<string> = new Set([
  ...['spring', 'summer', 'autumn', 'fall', 'winter'],
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ...['pass', 'login', 'admin', 'user', 'test', 'temp', 'demo', 'guest', 'owner', 'agent', 'office'],
  ...['insurance', 'broker', 'brokerage', 'portal', 'client', 'policy', 'changeme', 'welcome', 'hello'],
]);

/** A password in lower case with digits and signs read as the letters that they stand for: p@ssw0rd is password. */
export function unleet(text: string): string {
  return text.replaceAll(/[0134578@$!]/g, (sign) => LEET[sign] ?? sign);
}

const EDGES = /^[^\p{L}]+|(?<![^\p{L}])[^\p{L}]+$/gu;

/** The word of a password without the digits and signs before and behind it; of one that is a word twice, the word. */
export function wordIn(bare: string): string {
  const word = bare.replace(EDGES, '');
  const half = word.slice(0, word.length / 2);
  return half !== '' && half + half === word ? half : word;
}

/** How much an attacker has to guess beside the word: years, counts and repeated signs are guessed first. */
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

/** How much of a password is left without these words; all of it where none of them is in it. */
export function withoutWords(bare: string, words: readonly (string | undefined)[]): number {
  const known = words
    .map((word) => word?.normalize('NFKC').trim().toLowerCase() ?? '')
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length);
  const left = known.reduce((text, word) => text.replaceAll(word, ' '), bare);
  return left === bare ? bare.length : reduced(left).length;
}

/** Few different characters, or each the next of the one before. */
export function isSequence(bare: string): boolean {
  if (new Set(bare).size <= 2) return true;
  const codes = [...bare].map((char) => char.codePointAt(0) ?? 0);
  return [1, -1].some((step) => codes.every((code, n) => n === 0 || code === (codes[n - 1] ?? 0) + step));
}
