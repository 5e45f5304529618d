import type { LeftOut } from '@ledgerline/contract/policies/client-columns/endpoints';
import { countText } from '@ledgerline/contract/rules';
import { Button, Stack, Text } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { getRouteApi, useBlocker, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { CountedChoice, CountedChoices } from '../../../components/ui/counted-choices.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { ListFrame } from '../../../components/ui/list-frame.tsx';
import { NoMatches } from '../../../components/ui/no-entries.tsx';
import { PageBar } from '../../../components/ui/page-bar.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { Pages } from '../../../components/ui/pages.tsx';
import { SearchInput } from '../../../components/ui/search-input.tsx';
import { isLeaving } from '../../../lib/is-leaving.ts';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { useLastPage } from '../../../lib/use-last-page.ts';
import styles from './client-columns.module.css';
import { ColumnPlansList } from './column-plans-list.tsx';
import { type DecidedPlan, isInView, PLAN_VIEWS, type PlanView, plansIn } from './decided-plans.ts';
import { FillInMissing } from './fill-in-missing.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { TermFields } from './term-fields.tsx';
import { focusInvalid, useColumnImport } from './use-column-import.ts';

const route = getRouteApi('/portal/crm/policies/client-columns');
const PAGE_SIZE = 50;

/** /crm/policies/client-columns: the plans that clients have in the ledger, reviewed before they become policies. */
export function ColumnPlansPage() {
  const review = useColumnImport();
  const { query, plans } = review;
  const urlState = useUrlState();
  const shown = useShownPlans(review, urlState);
  // The decisions outlive the page, but not the tab.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => review.isUnsaved });
  const leftOut = query.data?.left_out ?? [];
  const notListed = query.data?.not_listed ?? 0;
  const numbers = {
    all: plans.length,
    incomplete: plans.filter(({ isIncomplete }) => isIncomplete).length,
    chosen: review.chosen.length,
    left_out: leftOut.length,
  };
  return (
    <Stack gap="sm" miw={0}>
      <PageHeader
        title="Create from Client Columns"
        back={{ href: '/crm/policies', label: 'All policies' }}
      />
      <Text size="sm" maw={820}>
        These plans and premiums are from your clients’ ledger columns, grouped. Choose a line and a carrier
        for each, then check which policies will be created. The columns do not change. Existing policies are
        skipped, unless you choose to update them before the import.
      </Text>
      <TermFields term={review.term} errors={review.termErrors} onChange={review.setTerm} />
      <div className={styles.toolbar}>
        <CountedChoices label="View">
          {PLAN_VIEWS.map((view) => (
            <CountedChoice
              key={view}
              label={VIEW_LABELS[view]}
              count={query.data ? numbers[view] : undefined}
              isChosen={urlState.view === view}
              onChoose={() => urlState.show({ view: view === 'all' ? undefined : view })}
            />
          ))}
        </CountedChoices>
        {urlState.view !== 'left_out' && (
          <SearchInput
            label="Search plans"
            placeholder="Search plan or column"
            q={urlState.q}
            onSearch={(q) => urlState.show({ q: q || undefined })}
            ml="auto"
          />
        )}
        {urlState.view !== 'left_out' && query.data && (
          <FillInMissing
            carriers={query.data.carriers}
            plans={shown.filter(({ isChosen, isIncomplete }) => isChosen && isIncomplete)}
            onFill={review.fillIn}
          />
        )}
      </div>
      <List review={review} urlState={urlState} plans={shown} leftOut={leftOut} />
      {notListed > 0 && <FailureNote message={notListedText(notListed)} />}
      {numbers.all > 0 && (
        <Bar
          review={review}
          onShowMissing={() => urlState.show({ view: 'incomplete', q: undefined }, focusInvalid)}
        />
      )}
    </Stack>
  );
}

const notListedText = (count: number): string =>
  `${countText(count, 'value is', 'values are')} not listed, and left out for now, because the columns contain too many different values. Plans that are not policies yet come first: once you have created these policies, more plans are listed.`;

const VIEW_LABELS: Record<PlanView, string> = {
  all: 'All plans',
  incomplete: 'To complete',
  chosen: 'Selected',
  left_out: 'Left out',
};

type UrlState = ReturnType<typeof useUrlState>;

/** View, search and page, in the URL. */
function useUrlState() {
  const { q = '', page = 1, ...search } = route.useSearch();
  const view = PLAN_VIEWS.find((each) => each === search.view) ?? 'all';
  const navigate = route.useNavigate();
  const router = useRouter();
  function show(change: Partial<typeof search & { q: string; page: number }>, then?: () => void) {
    if (isLeaving(router)) return;
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }) }).then(then);
  }
  return { view, q, page, show };
}

type Review = ReturnType<typeof useColumnImport>;

/** The plans of the view, on all pages. */
function useShownPlans({ query, plans, missingFirst }: Review, { view, q }: UrlState): DecidedPlan[] {
  const [opened, setOpened] = useState<{ view: PlanView; keys: ReadonlySet<string> } | null>(null);
  if (query.data && opened?.view !== view)
    setOpened({ view, keys: new Set(plans.filter((plan) => isInView(view, plan)).map(({ key }) => key)) });
  return plansIn({ view, q, opened: opened?.keys ?? new Set(), first: missingFirst }, plans);
}

interface ListProps {
  review: Review;
  urlState: UrlState;
  plans: readonly DecidedPlan[];
  leftOut: readonly LeftOut[];
}

function List({ review, urlState, plans, leftOut }: ListProps) {
  const { view, q, page, show } = urlState;
  const isWide = useIsWide();
  const rows = view === 'left_out' ? leftOut : plans;
  const total = review.query.data ? rows.length : undefined;
  useLastPage({ page, total, pageSize: PAGE_SIZE, onPage: (last) => show({ page: last }) });
  const start = (page - 1) * PAGE_SIZE;
  const onPage = <Row,>(all: readonly Row[]) => all.slice(start, start + PAGE_SIZE);
  return (
    <ListFrame
      query={review.query}
      failed="The columns could not be read."
      loading={{ rows: 10, height: isWide ? 52 : 160, label: 'Reading the columns of your clients' }}
    >
      {({ carriers }) =>
        rows.length === 0 ? (
          <NoPlans view={view} isSearched={q !== ''} onClear={() => show({ q: undefined })} />
        ) : (
          <>
            {view === 'left_out' ? (
              <LeftOutList values={onPage(leftOut)} />
            ) : (
              <ColumnPlansList
                plans={onPage(plans)}
                carriers={carriers}
                showsMissing={review.showsMissing}
                onChoose={review.choose}
                onChange={review.change}
              />
            )}
            <Pages
              page={page}
              pageSize={PAGE_SIZE}
              total={rows.length}
              onPage={(next) => show({ page: next === 1 ? undefined : next })}
            />
          </>
        )
      }
    </ListFrame>
  );
}

const NOTHING: Record<PlanView, { title: string; text: string }> = {
  all: {
    title: 'No plans in client columns',
    text: 'Plans and premiums that you enter in the ledger or on a client’s page appear here.',
  },
  incomplete: { title: 'Nothing is missing', text: 'Every plan has a line and a carrier.' },
  chosen: { title: 'No plans selected', text: 'Select the plans to create policies from.' },
  left_out: { title: 'Nothing is left out', text: 'Values that are not plans or amounts appear here.' },
};

function NoPlans({
  view,
  isSearched,
  onClear,
}: {
  view: PlanView;
  isSearched: boolean;
  onClear: () => void;
}) {
  if (isSearched && view !== 'left_out')
    return <NoMatches title="No matching plans" text="Change the search, or clear it." onClear={onClear} />;
  return <EmptyState {...NOTHING[view]} icon={<IconTable size={22} aria-hidden />} />;
}

interface BarProps {
  review: Review;
  onShowMissing: () => void;
}

/** How many policies the selected plans become, and the button that checks them. */
function Bar({ review, onShowMissing }: BarProps) {
  const { chosen, missing, failure, isSending, submit } = review;
  const policies = chosen.reduce((sum, { clients }) => sum + clients, 0);
  return (
    <PageBar problem={failure}>
      <Text size="sm" className="tabular" role="status">
        {chosen.length === 0
          ? 'No plans selected.'
          : `${countText(chosen.length, 'plan')} selected, up to ${countText(policies, 'policy', 'policies')}.`}
        {missing > 0 &&
          ` ${countText(missing, 'selected plan has', 'selected plans have')} no line or no carrier.`}
      </Text>
      <Button loading={isSending} onClick={() => submit(onShowMissing)}>
        Check Policies
      </Button>
    </PageBar>
  );
}
