import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { UNGROUPED_FOLDER_LABEL } from '@ledgerline/contract/rules';
import { NativeSelect } from '@mantine/core';

interface FolderSelectProps {
  folders: readonly Folder[];
  value: number | null;
  onChange: (id: number | null) => void;
}

/** The folder of a form; none is an ordinary option (decisions F5). */
export function FolderSelect({ folders, value, onChange }: FolderSelectProps) {
  const choices = folders.map(({ id, label }) => ({ value: String(id), label }));
  return (
    <NativeSelect
      label="Folder"
      name="folder_id"
      data={[{ value: '', label: UNGROUPED_FOLDER_LABEL }, ...choices]}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : Number.parseInt(currentTarget.value, 10))
      }
    />
  );
}
