import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';

/** One field that an operation changed, such as an import, with its audit log entry. */
export interface WrittenField {
  field: CatalogField;
  /** The value before the operation; a mask for secrets. */
  old_value: FieldValue;
  old_cipher: string | null;
  /** The value written by the operation. */
  new_value: FieldValue;
  /** The operation that changed the field last. */
  last_operation: string | null;
}

/** The operations of the audit log rows of a change and of its undo. */
export interface Operations {
  done: string;
  undone: string;
}

export type RestoreDecision = 'restore' | 'already_old' | 'changed_since' | 'not_kept';

/**
 * Whether a field gets its old value back. Secrets are compared by the operation that changed them last,
 * because two secrets with the same last four characters look alike.
 */
export function decideRestore(
  written: WrittenField,
  current: FieldValue,
  operations: Operations,
): RestoreDecision {
  const { field, old_value, old_cipher, new_value, last_operation } = written;
  if (last_operation === operations.undone) return 'already_old';
  const isSecret = field.kind === 'secret';
  const isOurs = last_operation === operations.done || (!isSecret && (current ?? '') === (new_value ?? ''));
  if (!isOurs) return 'changed_since';
  return isSecret && old_value !== null && old_cipher === null ? 'not_kept' : 'restore';
}
