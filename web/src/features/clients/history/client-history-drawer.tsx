import type { ClientChange } from '@ledgerline/contract/clients/endpoints';
import { CLIENT_FIELDS, type FieldName, isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Drawer } from '../../../components/ui/drawer.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { notifyError, notifySuccess } from '../../../components/ui/notify.ts';
import { SearchSelect } from '../../../components/ui/search-select.tsx';
import { useClientHistory, useRestoreClientValue } from '../api.ts';
import { historyValue } from '../client-display.ts';
import { fieldLabel, HistoryEntry } from './history-entry.tsx';

interface ClientHistoryDrawerProps {
  clientId: number;
  opened: boolean;
  onClose: () => void;
}

const FIELD_CHOICES = CLIENT_FIELDS.map(({ name, label }) => ({ value: name, label }));

/** Change history of a client: who changed which field, when, and from what to what. */
export function ClientHistoryDrawer({ clientId, opened, onClose }: ClientHistoryDrawerProps) {
  const [restoring, setRestoring] = useState<{ change: ClientChange; opened: boolean } | null>(null);
  return (
    <Drawer opened={opened} onClose={onClose} size={460} title="History">
      <History clientId={clientId} onRestore={(change) => setRestoring({ change, opened: true })} />
      {restoring && (
        <RestoreValueDialog
          {...restoring}
          clientId={clientId}
          onClose={() => setRestoring({ ...restoring, opened: false })}
        />
      )}
    </Drawer>
  );
}

interface HistoryProps {
  clientId: number;
  onRestore: (change: ClientChange) => void;
}

function History({ clientId, onRestore }: HistoryProps) {
  const [field, setField] = useState<FieldName | undefined>();
  return (
    <Stack gap="sm">
      <SearchSelect
        label="Field"
        placeholder="All fields"
        data={FIELD_CHOICES}
        value={field ?? null}
        onChange={(name) => setField(name !== null && isFieldName(name) ? name : undefined)}
        clearable
      />
      <Entries clientId={clientId} field={field} onRestore={onRestore} />
    </Stack>
  );
}

interface EntriesProps extends HistoryProps {
  field: FieldName | undefined;
}

function Entries({ clientId, field, onRestore }: EntriesProps) {
  const history = useClientHistory(clientId, field);
  return (
    <>
      <Loaded
        query={history}
        failed="The history could not be loaded"
        loading={<LoadingRows rows={6} height={56} label="Loading history" />}
        showsStale
      >
        {({ pages }) => <Changes changes={pages.flatMap(({ data }) => data)} onRestore={onRestore} />}
      </Loaded>
      {history.hasNextPage && (
        <Button
          variant="default"
          onClick={() => void history.fetchNextPage()}
          loading={history.isFetchingNextPage}
        >
          Load More
        </Button>
      )}
    </>
  );
}

function Changes({ changes, onRestore }: Pick<HistoryProps, 'onRestore'> & { changes: ClientChange[] }) {
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No changes yet.
      </Text>
    );
  return (
    <ul className="plain">
      {changes.map((change) => (
        <HistoryEntry key={change.id} change={change} onRestore={() => onRestore(change)} />
      ))}
    </ul>
  );
}

interface RestoreValueDialogProps {
  clientId: number;
  change: ClientChange;
  opened: boolean;
  onClose: () => void;
}

/** Restores the value a field had before a change, after confirmation. */
function RestoreValueDialog({ clientId, change, opened, onClose }: RestoreValueDialogProps) {
  const restore = useRestoreClientValue(clientId);
  const label = fieldLabel(change);
  const value = historyValue(change.field, change.from);
  const confirm = () =>
    restore.mutate(change.id, {
      onSuccess: () => notifySuccess(`${label} was restored.`),
      onError: (error) => notifyError(error.message),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      opened={opened}
      title="Restore Value"
      message={value ? `Restore ${label} to “${value}”?` : `Clear ${label}?`}
      confirmLabel="Restore"
      busy={restore.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
