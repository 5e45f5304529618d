import { Alert, Button, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { canWatchStatus, signedInAgent } from '../../lib/sign-in.ts';
import { useRefreshProviders, useSystemStatus } from './api.ts';
import { ApiProcessPanel } from './api-process-panel.tsx';
import { HealthBadge } from './health-badge.tsx';
import { ProvidersPanel } from './providers/providers-panel.tsx';
import { SystemInformation } from './system-information.tsx';
import { SystemResourcesPanel } from './system-resources-panel.tsx';

const FAILED = 'Failed to Load Status';

export function StatusPage() {
  const { data: status, error, refetch, isFetching, dataUpdatedAt } = useSystemStatus();
  const refreshProviders = useRefreshProviders();
  const agent = signedInAgent();
  const refresh = async () => {
    await Promise.all([refetch(), refreshProviders()]);
  };
  return (
    <>
      <PageHeader title="System Status" actions={<RefreshButton onRefresh={refresh} />} />
      <Stack gap="sm" maw={1080}>
        <Group justify="space-between" gap="xs" mih={24}>
          <Text c="dimmed">API process status and system resources</Text>
          {status && (
            <Group gap="sm">
              <Text size="sm" c="dimmed" className="tabular">
                Last updated {new Date(dataUpdatedAt).toLocaleTimeString('en-US')}
              </Text>
              <HealthBadge health={status.overallHealth} />
            </Group>
          )}
        </Group>
        {!status && error && (
          <ErrorState
            title={FAILED}
            message={error.message}
            onRetry={() => void refetch()}
            retryLabel="Retry"
            isRetrying={isFetching}
          />
        )}
        {!status && !error && <Loading />}
        {status && error && <StaleNotice message={error.message} onRetry={() => void refetch()} />}
        {status && <Notices notices={status.notices} />}
        {status && (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
              <SystemResourcesPanel resources={status.system.resources} />
              <ApiProcessPanel process={status.api.process} health={status.api.health} />
            </SimpleGrid>
            <SystemInformation status={status} />
          </>
        )}
        {agent && canWatchStatus(agent) && <ProvidersPanel canReplay={agent.is_developer} />}
        {status && (
          <Text size="sm" c="dimmed">
            Full monitoring is done by a separate monitor service.
          </Text>
        )}
      </Stack>
    </>
  );
}

/** Stays on, and so keeps the keyboard, while it looks; the looks that come by themselves do not stir it. */
function RefreshButton({ onRefresh }: { onRefresh: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  async function press() {
    if (isBusy) return;
    setBusy(true);
    await onRefresh();
    setBusy(false);
  }
  return (
    <Button
      variant="default"
      leftSection={isBusy ? <Loader size={16} aria-hidden /> : <IconRefresh size={16} aria-hidden />}
      aria-busy={isBusy}
      onClick={() => void press()}
    >
      Refresh
    </Button>
  );
}

function Loading() {
  return (
    <>
      <Text c="dimmed">Loading System Status...</Text>
      <LoadingRows rows={8} height={32} label="" />
    </>
  );
}

/** What somebody who runs the portal should put right. */
function Notices({ notices }: { notices: string[] }) {
  return notices.map((notice) => (
    <Alert
      key={notice}
      color="yellow"
      variant="light"
      p="xs"
      icon={<IconAlertCircle size={18} aria-hidden />}
    >
      {notice}
    </Alert>
  ));
}

/** The figures on screen are from before; a later look failed. */
function StaleNotice({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={FAILED}
      icon={<IconAlertCircle size={18} aria-hidden />}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">{message}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      </Group>
    </Alert>
  );
}
