import type { Bundle } from '@ledgerline/contract/bundles/endpoints';
import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ClosingDialog } from '../../components/ui/closing-dialog.tsx';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import type { Openable } from '../../components/ui/dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { useBundles } from '../../domain/forms/use-bundles.ts';
import { useDeleteBundle } from './api.ts';
import { EditBundleDialog } from './edit-bundle-dialog.tsx';

/** Creates, edits and deletes named sets of templates. */
export function BundlesDialog({ opened, onClose }: Openable) {
  const [edited, setEdited] = useState<{ bundle: Bundle | null; opened: boolean } | null>(null);
  const newBundle = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setEdited({ bundle: null, opened: true })}
    >
      New Bundle
    </Button>
  );
  return (
    <>
      <ClosingDialog opened={opened} onClose={onClose} title="Bundles" size="md" beside={newBundle}>
        <Bundles onEdit={(bundle) => setEdited({ bundle, opened: true })} />
      </ClosingDialog>
      {edited && <EditBundleDialog {...edited} onClose={() => setEdited({ ...edited, opened: false })} />}
    </>
  );
}

function Bundles({ onEdit }: { onEdit: (bundle: Bundle) => void }) {
  const [deleting, setDeleting] = useState<Bundle | null>(null);
  const deletion = useDeleteBundle();
  return (
    <>
      <Text size="sm" c="dimmed">
        Forms that are sent together. Select a bundle when you start a session.
      </Text>
      <Loaded
        query={useBundles()}
        failed="The bundles could not be loaded"
        loading={<LoadingRows rows={3} height={56} label="Loading bundles" />}
      >
        {(bundles) =>
          bundles.length === 0 ? (
            <EmptyState title="No bundles yet" text="A bundle is a named set of forms." />
          ) : (
            <Stack gap="xs" component="ul" className="plain">
              {bundles.map((bundle) => (
                <BundleRow
                  key={bundle.id}
                  bundle={bundle}
                  onEdit={() => onEdit(bundle)}
                  onDelete={() => setDeleting(bundle)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <DeleteDialog
        id={deleting?.id}
        title="Delete Bundle"
        question={
          <Text size="sm">
            Delete “{deleting?.name}”? Its forms and the sessions started with it are not affected.
          </Text>
        }
        deletion={deletion}
        deletedText={`Bundle “${deleting?.name}” was deleted.`}
        failedText={`Failed to delete bundle. ${deletion.error?.message ?? ''}`}
        logText="the bundle was not deleted"
        onClose={() => setDeleting(null)}
      />
    </>
  );
}

interface BundleRowProps {
  bundle: Bundle;
  onEdit: () => void;
  onDelete: () => void;
}

function BundleRow({ bundle, onEdit, onDelete }: BundleRowProps) {
  const { name, templates } = bundle;
  return (
    <Paper component="li" withBorder p="sm">
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Stack gap={2} style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {templates.map((template) => template.name).join(', ')}
          </Text>
          {templates.map(({ form_id, name: archived, is_archived, problem }) =>
            is_archived && problem === null ? (
              <Text key={form_id} size="sm" c="dimmed">
                “{archived}” is archived. The bundle still includes it.
              </Text>
            ) : null,
          )}
          {templates.map((template, index) =>
            template.problem === null ? null : (
              // Two deleted templates may have had the same name.
              <Text key={template.form_id ?? `deleted-${index}`} size="sm" c="red">
                “{template.name}” is left out: {template.problem}.
              </Text>
            ),
          )}
        </Stack>
        <ActionIcon aria-label={`Edit ${name}`} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon color="red" aria-label={`Delete ${name}`} onClick={onDelete}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Paper>
  );
}
