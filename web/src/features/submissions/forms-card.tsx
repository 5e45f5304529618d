import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Badge, Box, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { CardEntry, CardList, EntryLink } from '../../components/ui/card-list.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { FormTypeBadge } from '../../domain/forms/form-badges.tsx';
import { FormName } from '../../domain/forms/form-name.tsx';
import { useClientSubmissions } from './api.ts';
import styles from './forms-card.module.css';
import { activityText, lastActivity } from './submission-display.ts';
import { SubmissionStatusBadge } from './submission-status-badge.tsx';

interface FormsCardProps {
  clientId: number;
  /** Creates a new link, next to the title. */
  action: ReactNode;
}

/** A client's forms, newest first: sent, submitted, unread. */
export function FormsCard({ clientId, action }: FormsCardProps) {
  const submissions = useClientSubmissions(clientId);
  return (
    <CardFrame title="Forms" aside={action}>
      <Loaded
        query={submissions}
        failed="The forms could not be loaded."
        loading={<LoadingRows rows={2} height={44} />}
        isInCard
      >
        {(data) => <Rows clientId={clientId} rows={data} />}
      </Loaded>
    </CardFrame>
  );
}

function Rows({ clientId, rows }: { clientId: number; rows: readonly SubmissionRow[] }) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No forms found. Forms sent to this client will appear here. Choose “Get Form Link” to create the first
        one.
      </Text>
    );
  const now = new Date();
  return (
    <CardList maxHeight="48rem">
      {rows.map((row) => (
        <CardEntry key={row.id}>
          <EntryLink
            to="/crm/clients/$clientId/forms/$submissionId"
            params={{ clientId: String(clientId), submissionId: String(row.id) }}
            className={styles.row}
          >
            <span className={styles.name} data-new={row.read_at === null || undefined}>
              <FormName form={row} />
              {row.read_at === null && (
                <Badge size="xs" color="blue.8" variant="filled" tt="none" ml={8}>
                  New
                </Badge>
              )}
            </span>
            <span className={styles.about}>
              <FormTypeBadge type={row.type} />
              <SubmissionStatusBadge status={row.display_status} category={row.category} />
              <Box component="span" fz="xs" c="dimmed">
                {activityText(lastActivity(row), now)}
              </Box>
            </span>
            <IconChevronRight size={16} aria-hidden className={styles.arrow} />
          </EntryLink>
        </CardEntry>
      ))}
    </CardList>
  );
}
