import type { ListedPolicy } from '@ledgerline/contract/policies/endpoints';
import { POLICY_PAGE_SIZE } from '@ledgerline/contract/policies/endpoints';
import { filterText } from '@ledgerline/contract/rules/filters';
import { RENEWAL_DAYS } from '@ledgerline/contract/rules/policies';
import { Button, Stack } from '@mantine/core';
import { IconDownload, IconShieldCheck, IconTableImport, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { AmountEntry } from '../../components/ui/amount-entry.tsx';
import { CountedChoice, CountedChoices } from '../../components/ui/counted-choices.tsx';
import { DataTable } from '../../components/ui/data-table.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ButtonLink } from '../../components/ui/link.tsx';
import { ListFrame } from '../../components/ui/list-frame.tsx';
import { NoMatches } from '../../components/ui/no-entries.tsx';
import { notifyError } from '../../components/ui/notify.ts';
import { PageHeader, useHeaderAction } from '../../components/ui/page-header.tsx';
import { Pages } from '../../components/ui/pages.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { saveFile } from '../../domain/downloads.ts';
import { ListFilterButton, ListFilterChips } from '../../domain/filters/list-filters.tsx';
import { dayIn } from '../../domain/today.ts';
import { isLeaving } from '../../lib/is-leaving.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { useLastPage } from '../../lib/use-last-page.ts';
import { fetchPolicies, type PolicyExport, usePolicies } from './api.ts';
import styles from './policies.module.css';
import { nameIn, PolicyClient, policyColumns } from './policy-columns.tsx';
import { lineText, needsRenewal, policyName, premiumText, termText } from './policy-display.ts';
import { type PolicyActions, PolicyMenu, RenewalButton, usePolicyDialogs } from './policy-menu.tsx';
import { PolicyStatusBadge } from './policy-status-badge.tsx';

const route = getRouteApi('/portal/crm/policies');

/** /crm/policies: the policies of all clients, and the queue of renewals. The state is in the URL. */
export function PoliciesPage() {
  const list = usePolicyList();
  const { search, show, query } = list;
  const { actions, dialogs } = usePolicyDialogs();
  const isRenewals = search.view === 'renewals';
  return (
    <Stack gap="sm" miw={0}>
      <PageHeader title="Policies" actions={<PageActions view={list.view} />} />
      <div className={styles.toolbar}>
        <CountedChoices label="View">
          <CountedChoice
            label="All policies"
            count={isRenewals || list.isNarrowed || query.isPlaceholderData ? undefined : query.data?.total}
            isChosen={!isRenewals}
            onChoose={() => show({ view: undefined, ...NO_SORT })}
          />
          <CountedChoice
            label="Renewals"
            count={query.data?.open_renewals}
            isChosen={isRenewals}
            onChoose={() => show({ view: 'renewals', ...NO_SORT })}
          />
        </CountedChoices>
        <ListFilterButton list="policies" filter={search.filter} onChange={(filter) => show({ filter })} />
        <SearchInput
          label="Search policies"
          placeholder="Search client, carrier, plan or last 4 digits"
          q={search.q ?? ''}
          onSearch={(q) => show({ q: q || undefined })}
          ml="auto"
        />
        <ListFilterChips list="policies" filter={search.filter} onChange={(filter) => show({ filter })} />
      </div>
      <List list={list} actions={actions} />
      {dialogs}
    </Stack>
  );
}

/** The ways to create many policies, and the export of what the list shows. */
function PageActions({ view }: { view: PolicyExport }) {
  const exporting = useMutation({
    mutationFn: async () => saveFile(await fetchPolicies(view), 'policies.csv'),
    onError: (error) => notifyError(`The policies were not exported. ${error.message}`),
  });
  const upload = useHeaderAction('Import', <IconUpload size={16} aria-hidden />);
  const create = useHeaderAction('Create from Client Columns', <IconTableImport size={16} aria-hidden />);
  const download = useHeaderAction('Export CSV', <IconDownload size={16} aria-hidden />);
  return (
    <>
      <ButtonLink to="/crm/policies/client-columns" variant="default" {...create} />
      <ButtonLink to="/crm/imports" search={{ kind: 'policies' }} variant="default" {...upload} />
      <Button
        variant="default"
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
        {...download}
      />
    </>
  );
}

const NO_SORT = { sort: undefined, direction: undefined, then_by: undefined };
const NOT_NARROWED = { q: undefined, filter: undefined };

function usePolicyList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const { view, q = '', filter, sort = 'end_date', direction = 'asc', then_by, page = 1 } = search;
  const sorting = { sort, direction, then_by };
  const shown: PolicyExport = {
    ...(view === 'renewals' ? { renewals: 'open' } : {}),
    ...(filter ? { filter: filterText(filter) } : {}),
    ...{ q, ...sorting },
  };
  const query = usePolicies({ ...shown, page });
  function show(change: Partial<typeof search>) {
    if (isLeaving(router)) return;
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }) });
  }
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  useLastPage({
    ...{ page, total, pageSize: POLICY_PAGE_SIZE },
    onPage: (last) => void navigate({ search: (old) => ({ ...old, page: last }), replace: true }),
  });
  const isNarrowed = q !== '' || filter !== undefined;
  return { search, query, sorting, page, show, isNarrowed, view: shown };
}

interface ListProps {
  list: ReturnType<typeof usePolicyList>;
  actions: PolicyActions;
}

function List({ list, actions }: ListProps) {
  const { query, show, search } = list;
  const isWide = useIsWide();
  const { time_zone } = usePublicSettings();
  const today = dayIn(time_zone);
  return (
    <ListFrame
      query={query}
      failed="The policies could not be loaded."
      loading={{ rows: 12, height: isWide ? 44 : 72, label: 'Loading policies' }}
    >
      {({ policies, total }) =>
        total === 0 ? (
          <NoPolicies
            isRenewals={search.view === 'renewals'}
            isNarrowed={list.isNarrowed}
            onClear={() => show(NOT_NARROWED)}
          />
        ) : (
          <>
            {isWide ? (
              <DataTable
                columns={policyColumns(today, actions)}
                rows={policies}
                rowId={({ id }) => id}
                look="list"
                rowHeight={44}
                minWidth={1080}
                sorting={list.sorting}
                onSort={show}
              />
            ) : (
              <PoliciesCards policies={policies} today={today} actions={actions} />
            )}
            <Pages
              page={list.page}
              pageSize={POLICY_PAGE_SIZE}
              total={total}
              onPage={(page) => show({ page: page === 1 ? undefined : page })}
            />
          </>
        )
      }
    </ListFrame>
  );
}

interface PoliciesCardsProps {
  policies: readonly ListedPolicy[];
  today: string;
  actions: PolicyActions;
}

function PoliciesCards({ policies, today, actions }: PoliciesCardsProps) {
  return (
    <ul className="plain">
      {policies.map((policy) => (
        <li key={policy.id} className={styles.card}>
          <div className={styles.entry}>
            <AmountEntry name={policyName(policy)} amount={premiumText(policy)}>
              <PolicyClient policy={policy} />
              <PolicyStatusBadge policy={policy} today={today} />
              <span>{lineText(policy)}</span>
              {termText(policy) && <span>{termText(policy)}</span>}
              {needsRenewal(policy, today) && (
                <RenewalButton policy={policy} name={nameIn(policy)} onRenew={actions.onRenew} />
              )}
            </AmountEntry>
          </div>
          <PolicyMenu policy={policy} name={nameIn(policy)} {...actions} />
        </li>
      ))}
    </ul>
  );
}

interface NoPoliciesProps {
  isRenewals: boolean;
  isNarrowed: boolean;
  onClear: () => void;
}

function NoPolicies({ isRenewals, isNarrowed, onClear }: NoPoliciesProps) {
  if (isNarrowed)
    return (
      <NoMatches
        title="No matching policies"
        text="Change the search or the filter, or clear them."
        onClear={onClear}
      />
    );
  if (isRenewals)
    return (
      <EmptyState
        title="No renewals"
        text={`No policy has to be renewed in the next ${RENEWAL_DAYS} days.`}
        icon={<IconShieldCheck size={22} aria-hidden />}
      />
    );
  return (
    <EmptyState
      title="No policies yet"
      text="Add policies on a client’s page, import them, or create them from the plans in the ledger. They will appear here."
      icon={<IconShieldCheck size={22} aria-hidden />}
      action={
        <ButtonLink to="/crm/clients" variant="default">
          Open Clients
        </ButtonLink>
      }
    />
  );
}
