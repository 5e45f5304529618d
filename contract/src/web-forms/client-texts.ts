/** A client record stores address and height as one text each, a form in parts. */
export interface AddressParts {
  streetAddress: string;
  city: string;
  state: string;
  zip: string;
}

/** '12 Palm Way, Miami, FL 33101' → its parts. Text in any other format becomes the street. */
export function splitAddress(text: string): AddressParts {
  const trimmed = text.trim();
  // Bounded spaces avoid quadratic backtracking: with `\s*` and `\s+`, 500 spaces took a quarter of a second.
  const parts = /^(.+),\s{0,3}([^,]+?),?\s{1,3}([A-Za-z]{2})\.?,?\s{1,3}(\d{5}(?:-\d{4})?)$/.exec(trimmed);
  if (!parts) return { streetAddress: trimmed, city: '', state: '', zip: '' };
  const [, streetAddress = '', city = '', state = '', zip = ''] = parts;
  return { streetAddress: streetAddress.trim(), city: city.trim(), state: state.toUpperCase(), zip };
}

/** The parts as one line; '' unless there is a street. */
export function joinAddress({ streetAddress, city, state, zip }: AddressParts): string {
  if (streetAddress === '') return '';
  return [streetAddress, city, `${state.toUpperCase()} ${zip}`.trim()].filter(Boolean).join(', ');
}

/** `5'4"`, `5 ft 4 in` or `5-4` → feet and inches; null for anything else. */
export function splitHeight(text: string): { feet: string; inches: string } | null {
  const parts =
    /^\s*([1-8])\s*(?:'|’|′|-|\s|ft\.?|feet|foot)\s*(?:(\d{1,2})\s*(?:"|”|″|''|in\.?|inches)?)?\s*$/i.exec(
      text,
    );
  if (!parts) return null;
  const inches = Number(parts[2] ?? '0');
  return inches < 12 ? { feet: parts[1] ?? '', inches: String(inches) } : null;
}

/** `5'4"`; '' without feet. */
export function joinHeight({ feet, inches }: { feet: string; inches: string }): string {
  return feet === '' ? '' : `${feet}'${inches || '0'}"`;
}

/** The pounds of '141 lb'; '' if the text does not start with a number. */
export function poundsOf(text: string): string {
  return /^\s*(\d{1,4})(?:\.\d+)?\s*(?:lbs?\.?|pounds)?\s*$/i.exec(text)?.[1] ?? '';
}

type Read<Part extends string> = (part: Part) => string;

/** A text of the client record that a form requests in parts; missing parts are ''. */
interface TextInParts<Part extends string> {
  split(text: string): Readonly<Record<Part, string>>;
  /** '' if the parts are empty. */
  join(read: Read<Part>): string;
  /** Normalizes every notation of a value to the same text. */
  plain(text: string): string;
  /** The parts as one answer for agents, where that reads better; null unless all parts are present. */
  shown?(read: Read<Part>): string | null;
}

const ADDRESS: TextInParts<keyof AddressParts> = {
  split: splitAddress,
  join: (read) =>
    joinAddress({
      streetAddress: read('streetAddress'),
      city: read('city'),
      state: read('state'),
      zip: read('zip'),
    }),
  plain: (text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
};

const HEIGHT: TextInParts<'feet' | 'inches'> = {
  split: (text) => splitHeight(text) ?? { feet: '', inches: '' },
  join: (read) => joinHeight({ feet: read('feet'), inches: read('inches') }),
  plain: (text) => joinHeight(splitHeight(text) ?? { feet: text, inches: '' }),
  shown: (read) => (read('feet') && read('inches') ? `${read('feet')} ft ${read('inches')} in` : null),
};

const WEIGHT: TextInParts<'pounds'> = {
  split: (text) => ({ pounds: poundsOf(text) }),
  join: (read) => (read('pounds') === '' ? '' : `${read('pounds')} lb`),
  plain: (text) => poundsOf(text) || text,
};

const CLIENT_TEXTS = { address: ADDRESS, height: HEIGHT, weight: WEIGHT };
type ClientTexts = typeof CLIENT_TEXTS;

/** One part of one of these texts. */
export type TextTarget = {
  readonly [Field in keyof ClientTexts]: {
    readonly field: Field;
    readonly part: keyof ReturnType<ClientTexts[Field]['split']>;
  };
}[keyof ClientTexts];

/** How a field of the record is composed; undefined for fields with a single answer. */
export function textInParts(field: string): TextInParts<string> | undefined {
  const texts: Readonly<Record<string, TextInParts<string>>> = CLIENT_TEXTS;
  return Object.hasOwn(texts, field) ? texts[field] : undefined;
}
