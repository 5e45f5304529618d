import type { SystemStatus } from '@ledgerline/contract/status/endpoints';
import { Paper, Title } from '@mantine/core';
import styles from './facts.module.css';
import { HealthBadge } from './health-badge.tsx';

export function SystemInformation({ status }: { status: SystemStatus }) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} mb="sm">
        System Information
      </Title>
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
    </Paper>
  );
}
