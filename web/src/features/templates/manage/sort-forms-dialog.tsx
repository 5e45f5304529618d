import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { ClosingDialog } from '../../../components/ui/closing-dialog.tsx';
import type { Openable } from '../../../components/ui/dialog.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { both, Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { SortableList } from '../../../components/ui/sortable-list.tsx';
import { FormTypeBadge } from '../../../domain/forms/form-badges.tsx';
import { useFolders, useTemplates } from '../../../domain/forms/use-templates.ts';
import { useSortTemplates } from '../api.ts';
import { templateGroups } from '../template-groups.ts';

/** The order of the forms inside one folder (0§4). */
export function SortFormsDialog({ opened, onClose }: Openable) {
  return (
    <ClosingDialog opened={opened} onClose={onClose} title="Sort Forms" size="md">
      <Body />
    </ClosingDialog>
  );
}

function Body() {
  return (
    <Loaded
      query={both(useTemplates(), useFolders())}
      failed="The forms could not be loaded"
      loading={<LoadingRows rows={4} label="Loading forms" />}
    >
      {([templates, folders]) => <Sorting templates={templates} folders={folders} />}
    </Loaded>
  );
}

function Sorting({ templates, folders }: { templates: readonly Template[]; folders: readonly Folder[] }) {
  const groups = templateGroups(templates, folders).filter((group) => group.templates.length > 0);
  const [chosen, setChosen] = useState<string | null>(null);
  const sort = useSortTemplates();
  const keyOf = (id: number | null) => String(id ?? 0);
  const group = groups.find(({ id }) => keyOf(id) === chosen) ?? groups[0];
  if (!group) return <EmptyState title="No forms found" text="There is nothing to sort yet." />;
  return (
    <>
      <NativeSelect
        label="Folder"
        data={groups.map(({ id, label }) => ({ value: keyOf(id), label }))}
        value={keyOf(group.id)}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          sort.reset();
        }}
        data-autofocus
      />
      <FailureNote message={sort.isError && 'Failed to save form order. Please try again.'} />
      <SortableList
        label={`Forms of ${group.label} in their order`}
        items={group.templates}
        nameOf={({ form_name_agent }) => form_name_agent}
        onSort={(forms) =>
          sort.mutate(
            { folder_id: group.id, forms },
            { onError: (error) => console.error('the order of the forms was not saved', error) },
          )
        }
      >
        {(template) => (
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" fw={500} truncate style={{ flex: 1 }} title={template.form_name_agent}>
              {template.form_name_agent}
            </Text>
            <FormTypeBadge type={template.type} />
          </Group>
        )}
      </SortableList>
    </>
  );
}
