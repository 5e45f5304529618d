import { type CatalogField, CLIENT_FIELDS, type FieldName } from '../clients/fields/catalog.ts';

/** The fields that a bulk action can set: none that is stored encrypted (decision 130). */
const BULK_FIELDS: readonly CatalogField[] = CLIENT_FIELDS.filter(
  (field: CatalogField) => field.kind !== 'secret' && !field.isEncrypted,
);

export const BULK_FIELD_NAMES: readonly FieldName[] = BULK_FIELDS.map(({ name }) => name);
