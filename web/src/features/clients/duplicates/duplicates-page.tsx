import { DUPLICATE_PAGE_SIZE } from '@ledgerline/contract/clients/duplicates/endpoints';
import { Button, Group, Stack } from '@mantine/core';
import { IconRefresh, IconUsers } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { CountedChoice, CountedChoices } from '../../../components/ui/counted-choices.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ListFrame } from '../../../components/ui/list-frame.tsx';
import { notifyError } from '../../../components/ui/notify.ts';
import { PageHeader, useHeaderAction } from '../../../components/ui/page-header.tsx';
import { Pages } from '../../../components/ui/pages.tsx';
import { useLastPage } from '../../../lib/use-last-page.ts';
import { DuplicateEntry } from './duplicate-entry.tsx';
import { ScanState } from './scan-state.tsx';
import { type DuplicateList, useDuplicates, useScanDuplicates } from './use-duplicates.ts';

const route = getRouteApi('/portal/crm/clients/duplicates');

/** /crm/clients/duplicates: pairs of clients who may be the same person, found by the scan of all clients. */
export function DuplicatesPage() {
  const { view, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const isDismissed = view === 'dismissed';
  const query = useDuplicates({ isDismissed, page });
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  const show = (search: { view?: 'dismissed' | undefined; page?: number | undefined }) =>
    void navigate({ search });
  useLastPage({
    ...{ page, total, pageSize: DUPLICATE_PAGE_SIZE },
    onPage: (last) => void navigate({ search: { view, page: last }, replace: true }),
  });
  return (
    <Stack gap="sm" miw={0}>
      <PageHeader
        title="Likely Duplicates"
        back={{ href: '/crm/clients', label: 'Back to clients' }}
        actions={query.data?.can_scan && <ScanButton list={query.data} />}
      />
      <Group gap="sm" justify="space-between">
        <CountedChoices label="View">
          <CountedChoice
            label="To review"
            count={isDismissed ? undefined : total}
            isChosen={!isDismissed}
            onChoose={() => show({})}
          />
          <CountedChoice
            label="Not duplicates"
            count={isDismissed ? total : undefined}
            isChosen={isDismissed}
            onChoose={() => show({ view: 'dismissed' })}
          />
        </CountedChoices>
        <ScanState scan={query.data?.scan} />
      </Group>
      <ListFrame
        query={query}
        failed="Couldn’t load likely duplicates."
        loading={{ rows: 8, height: 72, label: 'Loading likely duplicates' }}
      >
        {(list) =>
          list.data.length === 0 ? (
            <NoDuplicates list={list} isDismissed={isDismissed} />
          ) : (
            <>
              <ul className="plain">
                {list.data.map((pair) => (
                  <DuplicateEntry key={pair.id} pair={pair} />
                ))}
              </ul>
              <Pages
                page={page}
                pageSize={DUPLICATE_PAGE_SIZE}
                total={list.total}
                onPage={(next) => show({ view, page: next === 1 ? undefined : next })}
              />
            </>
          )
        }
      </ListFrame>
    </Stack>
  );
}

function ScanButton({ list }: { list: DuplicateList }) {
  const scanning = useScanDuplicates();
  const look = useHeaderAction('Scan Now', <IconRefresh size={16} aria-hidden />);
  return (
    <Button
      variant="default"
      loading={scanning.isPending}
      disabled={list.scan?.state === 'running'}
      onClick={() =>
        scanning.mutate(undefined, {
          onError: ({ message }) => notifyError(`Couldn’t start the scan. ${message}`),
        })
      }
      {...look}
    />
  );
}

function NoDuplicates({ list: { scan }, isDismissed }: { list: DuplicateList; isDismissed: boolean }) {
  const icon = <IconUsers size={22} aria-hidden />;
  if (isDismissed) {
    const text = 'Pairs marked as not duplicates appear here. “Review Again” lists a pair for review.';
    return <EmptyState icon={icon} title="Nothing marked as not duplicates" text={text} />;
  }
  if (scan?.state === 'finished') {
    const text = 'There are no pairs to review. The next scan runs tonight.';
    return <EmptyState icon={icon} title="No likely duplicates" text={text} />;
  }
  const text =
    scan?.state === 'running'
      ? 'Pairs of clients who may be the same person appear here while the scan runs.'
      : 'All clients are compared every night. Pairs of clients who may be the same person appear here.';
  return <EmptyState icon={icon} title="No likely duplicates yet" text={text} />;
}
