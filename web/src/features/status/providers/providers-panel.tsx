import { Paper, Title } from '@mantine/core';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { useProviders } from '../api.ts';
import { ParkedEvents } from './parked-events.tsx';
import { ProvidersTable } from './providers-table.tsx';

/** Providers of e-signature, payments, storage and email with their state, for owners and developers. */
export function ProvidersPanel({ canReplay }: { canReplay: boolean }) {
  const query = useProviders();
  const { dataUpdatedAt: now } = query;
  return (
    <Paper withBorder p="md" component="section" aria-label="Providers">
      <Title order={2} mb="sm">
        Providers
      </Title>
      <Loaded
        query={query}
        failed="Failed to load the providers"
        retryLabel="Retry"
        loading={<LoadingRows rows={6} height={40} label="Loading providers…" />}
        showsStale
      >
        {({ providers, parked, total }) => (
          <>
            <ProvidersTable providers={providers} now={now} />
            <ParkedEvents events={parked} total={total} now={now} canReplay={canReplay} />
          </>
        )}
      </Loaded>
    </Paper>
  );
}
