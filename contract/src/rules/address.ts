import { stateCode } from './us-states.ts';

/** Columns of other systems that are combined into one address, in the order in which they are written. */
export const ADDRESS_PARTS = ['address_line_2', 'city', 'state', 'zip'] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];

/** The parts of a combined address; `street` is the address column itself. */
export type AddressColumns = Partial<Record<AddressPart | 'street', string>>;

/** A ZIP code with five or nine digits; restores a leading zero that a spreadsheet dropped. */
function zipText(text: string): string {
  const zip = text.trim().replace(/\.0$/, '');
  const nine = /^(\d{5})-?(\d{4})$/.exec(zip);
  if (nine) return `${nine[1]}-${nine[2]}`;
  return /^\d{4}(?:-\d{4})?$/.test(zip) ? `0${zip}` : zip;
}

/**
 * Combines the columns of an address: '12 Main St, Apt 4, Miami, FL 33101'. A part that the street already contains is not repeated, since
 * some systems write the complete address there.
 */
export function combineAddress(columns: AddressColumns): string {
  const part = (name: keyof AddressColumns) =>
    (columns[name] ?? '')
      .replace(/\s+/g, ' ')
      .replace(/[,\s]+$/, '')
      .trim();
  const street = part('street').replaceAll(/\s*,\s*/g, ', ');
  const state = part('state');
  const region = [stateCode(state) ?? state, zipText(part('zip'))].filter(Boolean).join(' ');
  const known = ` ${street.toLowerCase().replaceAll(/[,\s]+/g, ' ')} `;
  const isKnown = (text: string) => known.includes(` ${text.toLowerCase().replaceAll(/[,\s]+/g, ' ')} `);
  const rest = [part('address_line_2'), part('city'), region].filter((text) => text !== '' && !isKnown(text));
  return [street, ...rest].filter(Boolean).join(', ');
}
