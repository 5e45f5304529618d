import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';

/** One field that an import changed, with its audit log entry. */
export interface ImportedField {
  field: CatalogField;
  /** The value before the import; a mask for secrets. */
  old_value: FieldValue;
  old_cipher: string | null;
  /** The value written by the import. */
  new_value: FieldValue;
  /** The operation that changed the field last. */
  last_operation: string | null;
}

export type RestoreDecision = 'restore' | 'already_old' | 'changed_since' | 'not_kept';

/**
 * Whether a field gets its old value back. Secrets are compared by the operation that changed them last,
 * because two secrets with the same last four characters look alike.
 */
export function decideRestore(
  imported: ImportedField,
  current: FieldValue,
  operations: { imported: string; reverted: string },
): RestoreDecision {
  const { field, old_value, old_cipher, new_value, last_operation } = imported;
  if (last_operation === operations.reverted) return 'already_old';
  const isSecret = field.kind === 'secret';
  const isOurs =
    last_operation === operations.imported || (!isSecret && (current ?? '') === (new_value ?? ''));
  if (!isOurs) return 'changed_since';
  return isSecret && old_value !== null && old_cipher === null ? 'not_kept' : 'restore';
}
