import type { ClientRow, StatusCounts } from '@ledgerline/contract/clients/schemas';
import type { StatusFilter as Status } from '@ledgerline/contract/clients/statuses';
import { CLIENT_PAGE_SIZE } from '@ledgerline/contract/rules';
import { ActionIcon, Button, Group, Menu, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconArrowBackUp, IconDots, IconPlus, IconUpload, IconUsers } from '@tabler/icons-react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { CountedChoice, CountedChoices } from '../../../components/ui/counted-choices.tsx';
import { ButtonLink } from '../../../components/ui/link.tsx';
import { ListFrame } from '../../../components/ui/list-frame.tsx';
import { MenuLink } from '../../../components/ui/menu-link.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { Pages } from '../../../components/ui/pages.tsx';
import type { Selection } from '../../../components/ui/row-boxes.tsx';
import { SearchInput } from '../../../components/ui/search-input.tsx';
import { BulkActions } from '../../../domain/bulk-actions/bulk-actions.tsx';
import { SelectableCards } from '../../../domain/bulk-actions/selectable-cards.tsx';
import { useSelection } from '../../../domain/bulk-actions/use-selection.ts';
import { statusFilters } from '../../../domain/clients/client-status.ts';
import { MyClientsSwitch } from '../../../domain/clients/my-clients-switch.tsx';
import { ListFilterButton, ListFilterChips } from '../../../domain/filters/list-filters.tsx';
import { SavedViews } from '../../../domain/saved-views/saved-views.tsx';
import { isLeaving } from '../../../lib/is-leaving.ts';
import { useLastPage } from '../../../lib/use-last-page.ts';
import { useClients } from '../api.ts';
import { clientName } from '../client-display.ts';
import { listQueryOf } from '../prefetch.ts';
import { ClientCard } from './client-card.tsx';
import { ClientsTable } from './clients-table.tsx';
import { NoClients } from './no-clients.tsx';

const MOBILE = '(max-width: 767.98px)';
const route = getRouteApi('/portal/crm/clients');
const loadNewClient = () => import('../new-client/create-client-dialog.tsx');
const CreateClientDialog = lazy(async () => ({ default: (await loadNewClient()).CreateClientDialog }));

/** The client list. Filter, search, sort and page are stored in the URL. */
export function ClientsPage() {
  const list = useClientList();
  const { query } = list;
  const [isAdding, adding] = useDisclosure(false);
  // null until the dialog is opened for the first time.
  const [startFrom, setStartFrom] = useState<string | null>(null);
  useEffect(() => {
    // Loaded early, so that the dialog opens immediately after a click. A failed load is retried and reported then.
    loadNewClient().catch(() => undefined);
  }, []);
  function add(from = '') {
    setStartFrom(from);
    adding.open();
  }
  return (
    <Stack gap="sm" miw={0}>
      <PageHeader title="Clients" actions={<Actions onAdd={() => add()} />} />
      <SavedViews list="clients" />
      <Group gap="sm">
        <StatusFilter
          value={list.status}
          counts={query.data?.counts}
          onChange={(status) => list.show({ status })}
        />
        <MyClientsSwitch
          isOn={list.owner === 'me'}
          onChange={(isOn) => list.show({ owner: isOn ? 'me' : undefined })}
        />
        <ListFilterButton list="clients" filter={list.filter} onChange={(filter) => list.show({ filter })} />
        <SearchInput
          label="Search clients"
          placeholder="Search name, email, phone or plan"
          q={list.q}
          onSearch={(q) => list.show({ q })}
          ml="auto"
        />
        <ListFilterChips list="clients" filter={list.filter} onChange={(filter) => list.show({ filter })} />
      </Group>
      <BulkActions selection={list.selection} total={list.total} list={{ of: 'clients', view: list.view }} />
      <List list={list} onAdd={add} />
      {startFrom !== null && (
        <Suspense fallback={null}>
          <CreateClientDialog opened={isAdding} startFrom={startFrom} onClose={adding.close} />
        </Suspense>
      )}
    </Stack>
  );
}

function Actions({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <ButtonLink to="/crm/operations" variant="default" visibleFrom="md">
        Recent Operations
      </ButtonLink>
      <ButtonLink to="/crm/clients/duplicates" variant="default" visibleFrom="md">
        Duplicates
      </ButtonLink>
      <ButtonLink
        to="/crm/imports"
        variant="default"
        visibleFrom="sm"
        leftSection={<IconUpload size={16} aria-hidden />}
      >
        Import
      </ButtonLink>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} hiddenFrom="md" aria-label="More for clients">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuLink to="/crm/imports" hiddenFrom="sm" leftSection={<IconUpload size={16} aria-hidden />}>
            Import
          </MenuLink>
          <MenuLink to="/crm/clients/duplicates" leftSection={<IconUsers size={16} aria-hidden />}>
            Duplicates
          </MenuLink>
          <MenuLink to="/crm/operations" leftSection={<IconArrowBackUp size={16} aria-hidden />}>
            Recent Operations
          </MenuLink>
        </Menu.Dropdown>
      </Menu>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        Add Client
      </Button>
    </>
  );
}

interface ListProps {
  list: ReturnType<typeof useClientList>;
  /** `startFrom`: the search that had no results. */
  onAdd: (startFrom?: string) => void;
}

function List({ list, onAdd }: ListProps) {
  const { query, isMobile } = list;
  return (
    <ListFrame
      query={query}
      failed="Error Loading Clients"
      loading={{ rows: CLIENT_PAGE_SIZE, height: isMobile ? 64 : 40, label: 'Loading clients' }}
    >
      {({ data: clients, total, counts }) =>
        total === 0 ? (
          <NoClients
            q={list.q}
            isMine={list.owner === 'me'}
            isFiltered={list.filter !== undefined}
            isSearching={query.isPlaceholderData}
            counts={counts}
            onAdd={onAdd}
            onClear={list.clear}
          />
        ) : (
          <>
            {isMobile ? (
              <SelectableCards
                of="clients"
                rows={clients}
                card={(client) => <ClientCard client={client} />}
                selection={list.selection}
                boxes={boxesOf(list, clients)}
              />
            ) : (
              <ClientsTable
                clients={clients}
                sorting={list.sorting}
                boxes={boxesOf(list, clients)}
                onSort={list.show}
              />
            )}
            <Pages
              page={list.page}
              pageSize={CLIENT_PAGE_SIZE}
              total={total}
              onPage={(page) => list.show({ page })}
            />
          </>
        )
      }
    </ListFrame>
  );
}

const boxesOf = (
  { selection, query }: ReturnType<typeof useClientList>,
  clients: readonly ClientRow[],
): Selection<ClientRow, number> => ({
  chosen: selection.isAll ? clients.map(({ id }) => id) : selection.ids,
  onChoose: selection.choose,
  allLabel: 'All clients on this page',
  labelOf: (client) => `Select ${clientName(client)}`,
  isDisabled: query.isPlaceholderData,
});

/** The list for the current URL, and setters for another one. */
function useClientList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isMobile = useMediaQuery(MOBILE, false, { getInitialValueInEffect: false }) ?? false;
  const listQuery = listQueryOf(search);
  const { owner, filter } = search;
  const { page, status, q = '', sort, direction, then_by } = listQuery;
  const query = useClients(listQuery);
  const view = { status, owner, q: listQuery.q, filter: listQuery.filter };
  const selection = useSelection(JSON.stringify(view));
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  const router = useRouter();
  function show(change: Partial<typeof search>) {
    if (isLeaving(router)) return;
    void navigate({ search: (old) => withoutDefaults({ ...old, page: undefined, ...change }) });
  }
  useLastPage({
    ...{ page, total, pageSize: CLIENT_PAGE_SIZE },
    onPage: (last) => void navigate({ search: (old) => ({ ...old, page: last }), replace: true }),
  });

  const sorting = { sort, direction, then_by };
  const shown = { status, owner, q, filter, page, isMobile, sorting };
  return { query, ...shown, view, total, selection, show, clear: () => show(NOTHING) };
}

const NOTHING = { status: undefined, owner: undefined, q: undefined, filter: undefined };

/** Omit default values to keep URLs short. */
function withoutDefaults<
  S extends { status?: Status | undefined; q?: string | undefined; page?: number | undefined },
>(search: S): S {
  return {
    ...search,
    status: search.status === 'all' ? undefined : search.status,
    q: search.q || undefined,
    page: search.page === 1 ? undefined : search.page,
  };
}

const CHOICES = statusFilters('All');

interface StatusFilterProps {
  value: Status;
  counts: StatusCounts | undefined;
  onChange: (status: Status) => void;
}

/** One button per status, with its client count. */
function StatusFilter({ value, counts, onChange }: StatusFilterProps) {
  return (
    <CountedChoices label="Status">
      {CHOICES.map(({ value: status, label }) => (
        <CountedChoice
          key={status}
          label={label}
          count={counts?.[status]}
          isChosen={status === value}
          onChoose={() => onChange(status)}
        />
      ))}
    </CountedChoices>
  );
}
