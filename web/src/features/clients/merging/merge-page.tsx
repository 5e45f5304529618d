import { MAX_MERGED_CLIENTS } from '@ledgerline/contract/clients/merging/endpoints';
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { ChooseClients } from './choose-clients.tsx';
import { CompareClients } from './compare-clients.tsx';
import { RecentMerges } from './recent-merges.tsx';
import { useMergePreview } from './use-merges.ts';

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
      failed={({ message }) => `Couldn't compare the clients. ${message}`}
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
