import type { FieldValue } from '../clients/field-values.ts';
import type { FieldName } from '../clients/fields/catalog.ts';
import { BENEFICIARY_NUMBERS } from '../clients/fields/household.ts';

/** A form's value for one field of the client record. */
export interface Claim {
  field: FieldName;
  value: FieldValue;
  /** Claims with the same key are applied together: one person replaces another. */
  together?: string;
}

/** One beneficiary from a form; '' and null for missing values. */
export interface Beneficiary {
  name: string;
  dob: string;
  relationship: string;
  pct: number | null;
}

type Slot = (typeof BENEFICIARY_NUMBERS)[number];
type ClientValues = Readonly<Record<string, FieldValue | undefined>>;

const PARTS = ['name', 'dob', 'ssn', 'relationship', 'dl_or_ppnumber', 'address', 'pct'] as const;
type Part = (typeof PARTS)[number];

const fieldOf = <N extends Slot, P extends Part>(slot: N, part: P) => `ben${slot}_${part}` as const;

export const SLOT_FIELD_NAMES: readonly FieldName[] = BENEFICIARY_NUMBERS.flatMap((slot) =>
  PARTS.map((part) => fieldOf(slot, part)),
);

/**
 * Maps a form's beneficiaries to the four slots of a client record. A known person keeps their slot; new people get free
 * slots first. When a slot is replaced or cleared, all values of the former person are removed, so no one inherits
 * another person's Social Security number.
 */
export function beneficiaryClaims(people: readonly Beneficiary[], client: ClientValues): Claim[] {
  if (people.length === 0) return [];
  const slots = assignSlots(people, client);
  return BENEFICIARY_NUMBERS.flatMap((slot) => {
    const person = slots.get(slot);
    if (person && hasName(client, slot, person.name)) return claimsFor(slot, person);
    if (isFree(client, slot)) return person ? claimsFor(slot, person) : [];
    const together = `ben${slot}`;
    const known: Partial<Record<Part, FieldValue>> = { ...person };
    return PARTS.map((part) => ({ field: fieldOf(slot, part), value: known[part] || null, together }));
  });
}

function assignSlots(people: readonly Beneficiary[], client: ClientValues): Map<Slot, Beneficiary> {
  const slots = new Map<Slot, Beneficiary>();
  const placeInSlot = (person: Beneficiary, fits: (slot: Slot) => boolean) => {
    const slot = BENEFICIARY_NUMBERS.find((candidate) => !slots.has(candidate) && fits(candidate));
    if (slot) slots.set(slot, person);
    return slot !== undefined;
  };
  const unplaced = people.filter(
    (person) => !placeInSlot(person, (slot) => hasName(client, slot, person.name)),
  );
  const withoutSlot = unplaced.filter((person) => !placeInSlot(person, (slot) => isFree(client, slot)));
  for (const person of withoutSlot) placeInSlot(person, () => true);
  return slots;
}

function claimsFor(slot: Slot, person: Beneficiary): Claim[] {
  const claims: Claim[] = [
    { field: fieldOf(slot, 'name'), value: person.name },
    { field: fieldOf(slot, 'dob'), value: person.dob },
    { field: fieldOf(slot, 'relationship'), value: person.relationship },
    { field: fieldOf(slot, 'pct'), value: person.pct },
  ];
  return claims.filter(({ value }) => value !== '' && value !== null);
}

function isFree(client: ClientValues, slot: Slot): boolean {
  return PARTS.every((part) => textOf(client[fieldOf(slot, part)]) === '');
}

function hasName(client: ClientValues, slot: Slot, name: string): boolean {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();
  return name !== '' && plain(textOf(client[fieldOf(slot, 'name')])) === plain(name);
}

function textOf(value: FieldValue | undefined): string {
  return String(value ?? '').trim();
}
