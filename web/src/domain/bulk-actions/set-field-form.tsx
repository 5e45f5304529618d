import { BULK_FIELD_NAMES } from '@ledgerline/contract/bulk-actions/fields';
import {
  type FieldName,
  fieldNamed,
  GROUP_TITLES,
  isFieldName,
} from '@ledgerline/contract/clients/fields/catalog';
import { Text } from '@mantine/core';
import { SearchSelect } from '../../components/ui/search-select.tsx';
import { DialogForm } from '../editing/dialog-form.tsx';
import { useEditing } from '../editing/use-editing.ts';
import { clientsText } from './action-texts.ts';
import type { FormProps } from './bulk-forms.ts';
import { FieldValueInput } from './field-value-input.tsx';
import { createOperation } from './use-operations.ts';

/** Which field gets which value. */
export function SetFieldForm({ form: { field: fixed }, count, selection, onPrepared }: FormProps) {
  const isRequired = (field: FieldName | null) => fixed !== undefined || field === 'status';
  const start: { field: FieldName | null; value: string } = { field: fixed ?? null, value: '' };
  const editing = useEditing({
    start,
    check: ({ field, value }) => ({
      field: field === null && 'Choose a field',
      value: value === '' && isRequired(field) && 'Choose a value',
    }),
    send: ({ field, value }) =>
      createOperation({
        action: {
          kind: 'set_field',
          params: { field: field ?? 'status', value: sentValue(field, value) },
        },
        selection,
      }),
    onDone: ({ id }) => onPrepared(id),
  });
  const { form, change } = editing;
  const { field, value } = form.values;
  return (
    <DialogForm editing={editing} save="Preview">
      <Text size="sm">{`For ${clientsText(count)}. You will see a preview before anything changes.`}</Text>
      {!fixed && (
        <SearchSelect
          label="Field"
          placeholder="Choose a field"
          nothingFoundMessage="No matching fields"
          description="Encrypted fields cannot be set for several clients at once."
          data-autofocus
          required
          allowDeselect={false}
          data={FIELDS}
          value={field}
          error={form.errors.field}
          onChange={(name) => name !== null && isFieldName(name) && change({ field: name, value: '' })}
        />
      )}
      {field && (
        <FieldValueInput
          key={field}
          field={fieldNamed(field)}
          isRequired={isRequired(field)}
          value={value}
          error={form.errors.value}
          onChange={(next) => change({ value: next })}
        />
      )}
    </DialogForm>
  );
}

/** Choosing no agent, or leaving the value empty, clears the field. */
const sentValue = (field: FieldName | null, value: string): string | null =>
  field === 'owner_agent_id' && value === 'nobody' ? null : value || null;

const FIELDS = [...Map.groupBy(BULK_FIELD_NAMES.map(fieldNamed), ({ group }) => group)].map(
  ([group, fields]) => ({
    group: GROUP_TITLES[group],
    items: fields.map(({ name, label }) => ({ value: name, label })),
  }),
);
