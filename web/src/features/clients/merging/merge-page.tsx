import { MAX_MERGED_CLIENTS } from '@ledgerline/contract/clients/merging/endpoints';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { notifyError, notifySuccess } from '../../../components/ui/notify.ts';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { SectionCard } from '../../../components/ui/section-card.tsx';
import { ClientPicker } from '../../../domain/clients/client-picker.tsx';
import { reasonsText } from '../../../domain/clients/likely-clients.tsx';
import { momentText } from '../../../domain/days.ts';
import { clientName } from '../client-display.ts';
import { CompareClients } from './compare-clients.tsx';
import { undoneText } from './merge-text.ts';
import {
  type Merge,
  useChosenClient,
  useLikelyDuplicates,
  useMergePreview,
  useMerges,
  useUndoMerge,
} from './use-merges.ts';

const route = getRouteApi('/portal/crm/clients/merge');

/** /crm/clients/merge?ids=1,2: clients side by side, and the merges that can still be undone. */
export function MergePage() {
  const { ids: text } = route.useSearch();
  const navigate = route.useNavigate();
  const ids = idsOf(text);
  const show = (shown: readonly number[]) =>
    void navigate({ search: { ids: shown.length > 0 ? shown.join(',') : undefined } });
  return (
    <Stack gap="md">
      <PageHeader title="Merge Clients" back={{ href: '/crm/clients', label: 'Back to clients' }} />
      {ids.length < 2 ? (
        <>
          <ChooseClients key={ids.join()} ids={ids} onChoose={(id) => show([...ids, id])} />
          <RecentMerges />
        </>
      ) : (
        <Comparison ids={ids} onShow={show} />
      )}
    </Stack>
  );
}

function Comparison({ ids, onShow }: { ids: number[]; onShow: (ids: readonly number[]) => void }) {
  const preview = useMergePreview(ids);
  return (
    <Loaded
      query={preview}
      failed={({ message }) => `Couldn’t compare the clients. ${message}`}
      loading={<LoadingRows rows={8} />}
    >
      {(data) => (
        <CompareClients
          // A refetched preview has new suggestions and versions.
          key={data.data.map(({ client }) => `${client.id} ${client.updated_at}`).join()}
          preview={data}
          onRemove={(id) => onShow(ids.filter((other) => other !== id))}
          onAdd={(id) => onShow([...ids, id])}
        />
      )}
    </Loaded>
  );
}

function idsOf(text: string | undefined): number[] {
  const ids = String(text ?? '')
    .split(',')
    .map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, MAX_MERGED_CLIENTS);
}

interface ChooseClientsProps {
  /** The first client, if one is chosen. */
  ids: readonly number[];
  onChoose: (id: number) => void;
}

/** Chooses the clients to compare; for the second one it suggests likely duplicates of the first. */
function ChooseClients({ ids, onChoose }: ChooseClientsProps) {
  const [first] = ids;
  const client = useChosenClient(first);
  const likely = useLikelyDuplicates(first);
  return (
    <Paper withBorder p="md" maw={640}>
      <Stack gap="sm">
        {client.data && (
          <Text size="sm">
            Choose the client to merge with <strong>{clientName(client.data)}</strong>.
          </Text>
        )}
        {(likely.data ?? []).map((one) => (
          <Group key={one.id} justify="space-between" gap="xs">
            <div>
              <Text size="sm" fw={500}>
                {clientName(one)}
              </Text>
              <Text size="xs">{reasonsText(one.reasons)}</Text>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Compare with ${clientName(one)}`}
              onClick={() => onChoose(one.id)}
            >
              Compare
            </Button>
          </Group>
        ))}
        <ClientPicker
          label={first === undefined ? 'First client' : 'Other client'}
          value={null}
          onChange={(chosen) => chosen && chosen.id !== first && onChoose(chosen.id)}
          autoFocus
        />
      </Stack>
    </Paper>
  );
}

/** Merges of the last 30 days, each with its undo. */
function RecentMerges() {
  const merges = useMerges();
  return (
    <SectionCard
      title="Merged in the last 30 days"
      aside={
        <AnchorLink to="/crm/clients/duplicates" size="sm">
          Likely Duplicates
        </AnchorLink>
      }
    >
      <Loaded query={merges} failed="Couldn’t load recent merges." loading={<LoadingRows rows={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              No recent merges. You can undo a merge here for 30 days.
            </Text>
          ) : (
            rows.map((merge) => <MergeRow key={merge.id} merge={merge} />)
          )
        }
      </Loaded>
    </SectionCard>
  );
}

function MergeRow({ merge }: { merge: Merge }) {
  const undo = useUndoMerge();
  const others = merge.merged.map(({ name }) => name || 'No name').join(', ');
  async function undoMerge() {
    try {
      notifySuccess(undoneText(await undo.mutateAsync(merge.id)));
    } catch (error) {
      console.error('the merge could not be undone', error);
      notifyError(`Couldn’t undo the merge. ${error instanceof Error ? error.message : ''}`);
    }
  }
  return (
    <Group justify="space-between" gap="xs" py={6}>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">
          {merge.undone_at === null ? `${others} into ` : 'A merge into '}
          <AnchorLink
            to="/crm/clients/$clientId"
            params={{ clientId: String(merge.client_id) }}
            size="sm"
            underline="always"
          >
            {merge.client_name || 'No name'}
          </AnchorLink>
        </Text>
        <Text size="xs" c="dimmed">
          {`Merged by ${merge.merged_by} ${momentText(merge.merged_at)}`}
          {merge.undone_at !== null && ` · Undone ${momentText(merge.undone_at)}`}
        </Text>
      </div>
      {merge.undone_at === null && (
        <Button
          size="compact-sm"
          variant="default"
          loading={undo.isPending}
          aria-label={`Undo the merge of ${others}`}
          onClick={() => void undoMerge()}
        >
          Undo
        </Button>
      )}
    </Group>
  );
}
