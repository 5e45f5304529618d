import type { SystemStatus } from '@ledgerline/contract/status/endpoints';
import { Alert, Button, Group, Loader, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconRefresh, IconShieldSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { PageHeader, useHeaderAction } from '../../components/ui/page-header.tsx';
import { canWatchStatus, isOwner, signedInAgent } from '../../lib/sign-in.ts';
import { useProviders, useRefreshProviders, useSystemStatus } from './api.ts';
import styles from './facts.module.css';
import { Fact, FactsPanel, FoldedPanel } from './facts.tsx';
import { HealthBadge } from './health-badge.tsx';
import { ProvidersPanel } from './providers/providers-panel.tsx';
import { type Light, providerLights, serverLight } from './status-lights.ts';
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
              <Lights status={loaded} isWatching={agent !== null && canWatchStatus(agent)} />
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

/** How the portal is doing, one sentence for each area. */
function Lights({ status, isWatching }: { status: SystemStatus; isWatching: boolean }) {
  return (
    <Paper
      withBorder
      p="md"
      component="ul"
      className={`plain ${styles.lights}`}
      aria-label="Status of the portal"
    >
      <LightLine {...serverLight(status)} />
      {isWatching && <ProviderLights />}
    </Paper>
  );
}

function ProviderLights() {
  const { data, dataUpdatedAt } = useProviders();
  return providerLights(data?.providers ?? null, dataUpdatedAt).map((light) => (
    <LightLine key={light.name} {...light} />
  ));
}

const HUE_LABELS = { green: 'Good', yellow: 'Needs attention', red: 'Failing', gray: '' } as const;

/** The label repeats the meaning of the color as text; for gray the sentence does. */
function LightLine({ name, hue, sentence }: Light) {
  return (
    <li className={styles.light} data-hue={hue}>
      <span className={styles.dot} style={{ background: `var(--mantine-color-${hue}-6)` }} aria-hidden />
      <div>
        <Text fw={600} component="span">
          {name}
        </Text>{' '}
        <Text size="sm" c="dimmed" component="span">
          {HUE_LABELS[hue]}
        </Text>
        <Text size="sm">{sentence}</Text>
      </div>
    </li>
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

interface ApiProcessPanelProps {
  process: SystemStatus['api']['process'];
  health: SystemStatus['api']['health'];
}

function ApiProcessPanel({ process, health }: ApiProcessPanelProps) {
  return (
    <FactsPanel title="API Process">
      <Fact label="Process ID">{process.pid}</Fact>
      <Fact label="Runtime version">{process.version}</Fact>
      <Fact label="Platform">{process.platform}</Fact>
      <Fact label="Heap used">{process.memory.used}</Fact>
      <Fact label="Heap total">{process.memory.total}</Fact>
      <Fact label="External memory">{process.memory.external}</Fact>
      <Fact label="Process uptime">{process.uptime.formatted}</Fact>
      <Fact label="Environment">{health.environment}</Fact>
      <Fact label="Version">{health.version}</Fact>
    </FactsPanel>
  );
}

function SystemInformation({ status }: { status: SystemStatus }) {
  return (
    <FoldedPanel title="System Information">
      <dl className={`${styles.facts} ${styles.row}`}>
        <div>
          <dt>Status check response time</dt>
          <dd className="tabular">{`${status.responseTime} ms`}</dd>
        </div>
        <div>
          <dt>Timestamp</dt>
          <dd className="tabular">{new Date(status.timestamp).toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Overall health</dt>
          <dd>
            <HealthBadge health={status.overallHealth} />
          </dd>
        </div>
        {status.queues.map(({ name, waiting }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{waiting.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
    </FoldedPanel>
  );
}
