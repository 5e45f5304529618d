import { foldText } from './fold.ts';

/** What people enter where a form requires a value and there is none, in English, Spanish and Portuguese; letters only. */
const PLACEHOLDER_WORDS = new Set([
  ...[
    'na',
    'none',
    'no',
    'nil',
    'null',
    'unknown',
    'unk',
    'tbd',
    'tba',
    'blank',
    'empty',
    'missing',
    'pending',
  ],
  ...[
    'notprovided',
    'notavailable',
    'notapplicable',
    'notgiven',
    'refused',
    'declined',
    'donthave',
    'doesnothave',
  ],
  ...[
    'noemail',
    'nomail',
    'noemailaddress',
    'noemailprovided',
    'noemailavailable',
    'noaddress',
    'donotemail',
  ],
  ...[
    'noreply',
    'donotreply',
    'nobody',
    'noone',
    'noname',
    'test',
    'testing',
    'email',
    'fake',
    'dummy',
    'invalid',
  ],
  ...['asdf', 'asdfg', 'asdfasdf', 'qwerty', 'abc', 'abcd', 'xyz'],
  ...['ninguno', 'ninguna', 'notiene', 'sinemail', 'sincorreo', 'nodisponible', 'desconocido', 'noaplica'],
  ...['nenhum', 'nenhuma', 'naotem', 'sememail', 'naopossui', 'naoinformado', 'desconhecido', 'naoseaplica'],
]);

/** True for a text that stands for a missing value: 'N/A', 'None', 'xxx', '--'. */
export function isPlaceholderText(text: string): boolean {
  const letters = foldText(text).replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' || PLACEHOLDER_WORDS.has(letters) || /^([x0z])\1+$/.test(letters);
}

const SHORT_DOMAIN = 4;

/** True for a placeholder email address: 'none@none.com', 'noemail@gmail.com', 'a@a.com', '123@x.com'. */
export function isPlaceholderEmail(email: string): boolean {
  const [local = '', domain = ''] = foldText(email).split('@');
  const label = domain.split('.')[0] ?? '';
  if (isPlaceholderText(local) || isPlaceholderText(label)) return true;
  if (local === label && label.length <= SHORT_DOMAIN) return true;
  return /^(.)\1+$/.test(local) || /^(?:0?123|1234|12345|123456)$/.test(local);
}

const SEQUENCES = ['0123456789', '1234567890', '9876543210', '1234567'];

/**
 * True for the digits of a placeholder phone number (without the country's 1): too few, seven equal digits at the end (000-0000,
 * 555-555-5555), or the digits in order.
 */
export function isPlaceholderPhone(digits: string): boolean {
  return (
    digits.length < 7 || /^(\d)\1{6}$/.test(digits.slice(-7)) || SEQUENCES.some((known) => known === digits)
  );
}
