/** A client record keeps address and height as one text each, a form in parts. */
export interface AddressParts {
  streetAddress: string;
  city: string;
  state: string;
  zip: string;
}

/** '12 Palm Way, Miami, FL 33101' → its parts; what is written in another way stays whole as the street. */
export function splitAddress(text: string): AddressParts {
  const whole = text.trim();
  const parts = /^(.+),\s*([^,]+?),?\s+([A-Za-z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)$/.exec(whole);
  if (!parts) return { streetAddress: whole, city: '', state: '', zip: '' };
  const [, streetAddress = '', city = '', state = '', zip = ''] = parts;
  return { streetAddress: streetAddress.trim(), city, state: state.toUpperCase(), zip };
}

/** The parts as one line; '' unless there is a street. */
export function joinAddress({ streetAddress, city, state, zip }: AddressParts): string {
  if (streetAddress === '') return '';
  return [streetAddress, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ');
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

/** The pounds of '141 lb'; '' when the text starts with no number. */
export function poundsOf(text: string): string {
  return /^\s*(\d{1,4})(?:\.\d+)?\s*(?:lbs?\.?|pounds)?\s*$/i.exec(text)?.[1] ?? '';
}
