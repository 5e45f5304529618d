import { Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { ListFrame } from '../../components/ui/list-frame.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Pages } from '../../components/ui/pages.tsx';
import { useAgentNames } from '../../domain/agents/agent-names.ts';
import { momentText } from '../../domain/days.ts';
import styles from './recent-operations.module.css';
import { newestFirst, type RecentOperation, recentQueries } from './recent-operations.ts';

/** /crm/operations: what changed several clients or values at once, each with a link to its result and its undo. */
export function RecentOperationsPage() {
  useAgentNames();
  const lists = useQueries({
    queries: [recentQueries.operations, recentQueries.imports, recentQueries.merges],
    combine: (all) => {
      const waiting = all.find(({ data }) => data === undefined);
      const failed = all.find(({ isError }) => isError);
      const data = waiting
        ? undefined
        : newestFirst(
            all.map((one) => one.data ?? []),
            new Date(),
          );
      return { ...(failed ?? waiting ?? all[0]), data };
    },
  });
  return (
    <Stack gap="sm" miw={0}>
      <PageHeader title="Recent Operations" back={{ href: '/crm/clients', label: 'Back to clients' }} />
      <Text size="sm" c="dimmed">
        Imports, merges and bulk actions of the last 30 days, and the latest 1,000 ledger edits and applied
        answers. Open one to see its result and, where possible, to undo it. An undo keeps values that were
        changed since then.
      </Text>
      <ListFrame
        query={lists}
        failed="Couldn’t load recent operations."
        loading={{ rows: 8, height: 60, label: 'Loading recent operations' }}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<IconArrowBackUp size={22} aria-hidden />}
              title="No operations in the last 30 days"
              text="Operations that change several clients or values at once will appear here."
            />
          ) : (
            <Entries rows={rows} />
          )
        }
      </ListFrame>
    </Stack>
  );
}

const PAGE_SIZE = 50;

function Entries({ rows }: { rows: readonly RecentOperation[] }) {
  const [chosen, setPage] = useState(1);
  // Entries leave the list after 30 days.
  const page = Math.min(chosen, Math.ceil(rows.length / PAGE_SIZE));
  const first = (page - 1) * PAGE_SIZE;
  return (
    <>
      <ul className="plain">
        {rows.slice(first, first + PAGE_SIZE).map((row) => (
          <Entry key={row.key} row={row} />
        ))}
      </ul>
      <Pages page={page} pageSize={PAGE_SIZE} total={rows.length} onPage={setPage} />
    </>
  );
}

function Entry({ row }: { row: RecentOperation }) {
  return (
    <li className={styles.entry}>
      <div className={styles.what}>
        <AnchorLink to={row.href} size="sm" fw={500}>
          {row.text}
        </AnchorLink>
        <Text size="xs" c="dimmed">
          {`${row.by} · ${momentText(row.at)}`}
        </Text>
      </div>
      <Text size="sm" className="tabular">
        {row.clients}
      </Text>
      <Text size="sm">{row.state}</Text>
    </li>
  );
}
