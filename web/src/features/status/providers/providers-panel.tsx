import { Alert, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { useProviders } from '../api.ts';
import { ParkedEvents } from './parked-events.tsx';
import { ProvidersTable } from './providers-table.tsx';

const FAILED = 'Failed to load the providers';

/** What serves e-signature, payments, storage and mail, and how they are: for owners and developers. */
export function ProvidersPanel({ canReplay }: { canReplay: boolean }) {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useProviders();
  const retry = () => void refetch();
  return (
    <Paper withBorder p="md" component="section" aria-label="Providers">
      <Title order={2} mb="sm">
        Providers
      </Title>
      {!data && error && (
        <ErrorState
          title={FAILED}
          message={error.message}
          onRetry={retry}
          retryLabel="Retry"
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <LoadingRows rows={6} height={40} label="Loading providers…" />}
      {data && error && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          title={FAILED}
          icon={<IconAlertCircle size={18} aria-hidden />}
          mb="sm"
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm">{error.message}</Text>
            <Button size="xs" variant="default" onClick={retry}>
              Retry
            </Button>
          </Group>
        </Alert>
      )}
      {data && (
        <>
          <ProvidersTable providers={data.providers} now={dataUpdatedAt} />
          <ParkedEvents events={data.parked} total={data.total} now={dataUpdatedAt} canReplay={canReplay} />
        </>
      )}
    </Paper>
  );
}
