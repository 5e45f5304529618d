import type { ClientChange } from '@ledgerline/contract/clients/endpoints';
import { CLIENT_FIELDS, type FieldName, isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Drawer } from '../../../components/ui/drawer.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { SearchSelect } from '../../../components/ui/search-select.tsx';
import { useClientHistory } from '../api.ts';
import { HistoryEntry } from './history-entry.tsx';
import { RestoreValueDialog } from './restore-value-dialog.tsx';

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
          Load more
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
