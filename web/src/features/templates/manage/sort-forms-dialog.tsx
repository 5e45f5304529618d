import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { SortableList } from '../../../components/ui/sortable-list.tsx';
import { FormTypeBadge } from '../../../domain/forms/form-badges.tsx';
import { useFolders, useSortTemplates, useTemplates } from '../api.ts';
import { templateGroups } from '../template-groups.ts';

interface SortFormsDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The order of the forms inside one folder (0§4). */
export function SortFormsDialog({ opened, onClose }: SortFormsDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Sort Forms" size="md">
      <Stack gap="md">
        <Body />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </GuardedModal>
  );
}

function Body() {
  const templates = useTemplates();
  const folders = useFolders();
  const failed = [templates, folders].find(({ data, isError }) => !data && isError);
  if (failed?.error)
    return (
      <ErrorState
        title="The forms could not be loaded"
        message={failed.error.message}
        onRetry={() => void Promise.all([templates.refetch(), folders.refetch()])}
        isRetrying={failed.isFetching}
      />
    );
  if (!templates.data || !folders.data) return <LoadingRows rows={4} label="Loading forms" />;
  return <Sorting templates={templates.data} folders={folders.data} />;
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
      {sort.isError && (
        <Alert color="red" role="alert" py={10}>
          Failed to save form order. Please try again.
        </Alert>
      )}
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
