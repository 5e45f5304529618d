import { Alert, Button, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconRefresh, IconShieldSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/link.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useHeaderAction } from '../../components/ui/use-header-action.ts';
import { canWatchStatus, isOwner, signedInAgent } from '../../lib/sign-in.ts';
import { useRefreshProviders, useSystemStatus } from './api.ts';
import { ApiProcessPanel } from './api-process-panel.tsx';
import { HealthBadge } from './health-badge.tsx';
import { ProvidersPanel } from './providers/providers-panel.tsx';
import { SystemInformation } from './system-information.tsx';
import { SystemResourcesPanel } from './system-resources-panel.tsx';

function AuditLink() {
  const look = useHeaderAction('Audit Log', <IconShieldSearch size={16} aria-hidden />);
  return <ButtonLink to="/crm/audit" variant="default" {...look} />;
}

export function StatusPage() {
  const query = useSystemStatus();
  const { data: status, refetch, dataUpdatedAt } = query;
  const refreshProviders = useRefreshProviders();
  const agent = signedInAgent();
  const refresh = async () => {
    await Promise.all([refetch(), refreshProviders()]);
  };
  return (
    <>
      <PageHeader
        title="System Status"
        actions={
          <>
            {isOwner(agent) && <AuditLink />}
            <RefreshButton onRefresh={refresh} />
          </>
        }
      />
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
        <Loaded
          query={query}
          failed="Failed to Load Status"
          retryLabel="Retry"
          loading={<Loading />}
          showsStale
        >
          {(loaded) => (
            <>
              <StatusBanners messages={loaded.notices} />
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
                <SystemResourcesPanel resources={loaded.system.resources} />
                <ApiProcessPanel process={loaded.api.process} health={loaded.api.health} />
              </SimpleGrid>
              <SystemInformation status={loaded} />
            </>
          )}
        </Loaded>
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

/** Stays enabled, and so keeps the focus, while loading; automatic polling does not affect it. */
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

/** Problems the operator should fix. */
function StatusBanners({ messages }: { messages: string[] }) {
  return messages.map((message) => (
    <Alert
      key={message}
      color="yellow"
      variant="light"
      p="xs"
      icon={<IconAlertCircle size={18} aria-hidden />}
    >
      {message}
    </Alert>
  ));
}
