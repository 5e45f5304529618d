import type { ClientField, FieldGroup } from './field.ts';
import { BENEFICIARY_FIELDS, DEPENDENT_FIELDS, SPOUSE_FIELDS } from './household.ts';
import { CONTACT_FIELDS, NAME_FIELDS, PERSONAL_FIELDS } from './identity.ts';
import { MARKETPLACE_FIELDS, MEDICARE_FIELDS, PLAN_FIELDS } from './insurance.ts';
import {
  BANK_FIELDS,
  CARD_FIELDS,
  CARE_FIELDS,
  EMPLOYMENT_FIELDS,
  FAMILY_FIELDS,
  LOGIN_FIELDS,
  NOTES_FIELDS,
  OWNER_FIELDS,
} from './life.ts';

/** All 156 client fields in ledger order: the 155 of 0§3 (decisions E7), and the owner (decision 046). */
export const CLIENT_FIELDS = [
  ...NAME_FIELDS,
  ...CONTACT_FIELDS,
  ...PERSONAL_FIELDS,
  ...PLAN_FIELDS,
  ...MARKETPLACE_FIELDS,
  ...MEDICARE_FIELDS,
  ...SPOUSE_FIELDS,
  ...DEPENDENT_FIELDS,
  ...BENEFICIARY_FIELDS,
  ...EMPLOYMENT_FIELDS,
  ...BANK_FIELDS,
  ...CARD_FIELDS,
  ...NOTES_FIELDS,
  ...FAMILY_FIELDS,
  ...LOGIN_FIELDS,
  ...CARE_FIELDS,
  ...OWNER_FIELDS,
] as const;

export type FieldName = (typeof CLIENT_FIELDS)[number]['name'];
export type CatalogField = ClientField<FieldName>;

/** The title of each group's card, in ledger order. */
export const GROUP_TITLES: Record<FieldGroup, string> = {
  name: 'Client',
  contact: 'Contact Information',
  personal: 'Personal Information',
  plans: 'Health & Insurance Plans',
  marketplace: 'Marketplace / Private Insurance',
  medicare: 'Medicare Plans',
  spouse: 'Spouse Information',
  dependents: 'Dependents',
  beneficiaries: 'Beneficiaries',
  employment: 'Employment Information',
  bank: 'Bank Information',
  card: 'Card Information',
  notes: 'Notes',
  family: 'Family History',
  logins: 'Logins',
  care: 'PCP - Specialists - RX',
  owner: 'Owner',
};

export const FIELD_NAMES: readonly FieldName[] = CLIENT_FIELDS.map((field) => field.name);

const byName = new Map<string, CatalogField>(CLIENT_FIELDS.map((field) => [field.name, field]));

/** The field with that name, or undefined for a name outside the catalog. */
export function findField(name: string): CatalogField | undefined {
  return byName.get(name);
}

/** The field with that name; for names known to be in the catalog. */
export function fieldNamed(name: FieldName): CatalogField {
  const field = byName.get(name);
  if (!field) throw new Error(`no client field ${name}`);
  return field;
}

export function isFieldName(name: string): name is FieldName {
  return byName.has(name);
}

/** Older names of the same stored value (decisions D1): accepted on write, returned on read. */
export const FIELD_ALIASES = {
  client_email: 'primary_email',
  client_phone: 'primary_phone',
} as const satisfies Record<string, FieldName>;

/** Fields that are stored encrypted and shown without a reveal (decision 072). */
export const ENCRYPTED_FIELDS: readonly CatalogField[] = CLIENT_FIELDS.filter(
  (field: CatalogField) => field.isEncrypted,
);

export const SECRET_FIELDS: readonly CatalogField[] = CLIENT_FIELDS.filter(
  (field) => field.kind === 'secret',
);
