import { Autocomplete, Checkbox, Group } from '@mantine/core';
import { RichTextInput } from '../../components/ui/rich-text-input.tsx';
import type { UploadFields } from './api.ts';

interface DocumentFieldsProps {
  fields: UploadFields;
  onChange: (fields: UploadFields) => void;
  /** Suggestions; other names may be typed. */
  folders: string[];
  disabled: boolean;
  /** The PDF of a signed form: it stays marked as signed (decisions O5). */
  isSealed?: boolean;
}

const STATUSES = ['Received', 'In review', 'Approved', 'Expired'];

/** Folder, status, signed and notes, shared by new and existing documents. */
export function DocumentFields({
  fields,
  onChange,
  folders,
  disabled,
  isSealed = false,
}: DocumentFieldsProps) {
  return (
    <>
      <Group grow align="flex-start" gap="sm" preventGrowOverflow={false}>
        <Autocomplete
          label="Folder"
          placeholder="Uncategorized"
          data={folders}
          value={fields.folder}
          onChange={(folder) => onChange({ ...fields, folder })}
          maxLength={200}
          disabled={disabled}
        />
        <Autocomplete
          label="Status"
          data={STATUSES}
          value={fields.status}
          onChange={(status) => onChange({ ...fields, status })}
          maxLength={100}
          disabled={disabled}
        />
      </Group>
      <Checkbox
        label="Signed"
        checked={fields.signed}
        onChange={(event) => onChange({ ...fields, signed: event.currentTarget.checked })}
        disabled={disabled || isSealed}
      />
      <RichTextInput
        label="Notes"
        value={fields.notes}
        onChange={(notes) => onChange({ ...fields, notes })}
        minHeight={80}
      />
    </>
  );
}
