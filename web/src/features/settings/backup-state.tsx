import type { Installation } from '@ledgerline/contract/settings/endpoints';
import { Alert, Code, Text } from '@mantine/core';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { momentText } from '../../domain/days.ts';
import { useInstallation } from './api.ts';
import styles from './facts.module.css';

/** When the newest backup was created; the person who runs the server schedules backups. */
export function BackupState() {
  return (
    <SectionCard title="Backups">
      <Loaded
        query={useInstallation()}
        failed="The backup status could not be loaded."
        loading={<LoadingRows rows={2} label="Loading the backup status" />}
        isInCard
      >
        {({ backups }) => <Backups backups={backups} />}
      </Loaded>
    </SectionCard>
  );
}

function Backups({ backups }: { backups: Installation['backups'] }) {
  const { last_at, keep_days, bucket } = backups;
  return (
    <>
      {backups.needs_attention && (
        <Alert color="yellow" p="sm" mb="md">
          {last_at === null
            ? 'There is no backup in the backup folder of this server. If backups are stored elsewhere, check them there.'
            : 'The newest backup in the backup folder of this server is more than two days old. If backups are stored elsewhere, check them there.'}
        </Alert>
      )}
      <dl className={styles.facts}>
        <dt>Newest backup</dt>
        <dd>{last_at === null ? 'None in this folder' : momentText(last_at)}</dd>
        <dt>Folder</dt>
        <dd>
          <Code>{backups.folder}</Code>
        </dd>
        <dt>Kept for</dt>
        <dd>{keep_days === null ? 'No limit' : daysText(keep_days)}</dd>
        {bucket !== null && (
          <>
            <dt>Files</dt>
            <dd>In the bucket {bucket}, which is backed up separately</dd>
          </>
        )}
        <dt>Restore to any point in time</dt>
        <dd>{backups.has_point_in_time ? 'On' : 'Not set up in the portal'}</dd>
      </dl>
      <Text size="sm" c="dimmed" mt="md">
        Your IT contact schedules backups and sets how long they are kept.
      </Text>
    </>
  );
}

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`);
