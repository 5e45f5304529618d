import {
  type CommissionStatement,
  STATEMENT_PAGE_SIZE,
  STATEMENT_VIEWS,
  type StatementRow,
  type StatementView,
} from '@ledgerline/contract/commissions/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { COMMISSION_RESULT_LABELS } from '@ledgerline/contract/rules/commissions';
import { Alert, Paper, Stack } from '@mantine/core';
import { IconPercentage } from '@tabler/icons-react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { CountedChoice, CountedChoices } from '../../components/ui/counted-choices.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Fact, Facts } from '../../components/ui/facts.tsx';
import { ListFrame } from '../../components/ui/list-frame.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Pages } from '../../components/ui/pages.tsx';
import { dayText } from '../../domain/days.ts';
import { isLeaving } from '../../lib/is-leaving.ts';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';
import { useLastPage } from '../../lib/use-last-page.ts';
import { useStatement } from './api.ts';
import styles from './commissions.module.css';
import { RowDialog } from './row-dialog.tsx';
import { StatementActions } from './statement-actions.tsx';
import { StatementRows } from './statement-rows.tsx';
import { monthText, rowsText } from './statement-text.ts';

const route = getRouteApi('/portal/crm/commissions/$statementId');

/** /crm/commissions/{id}: the paid amounts compared with the expected ones. View and page are in the URL. */
export function StatementPage() {
  const { statementId } = route.useParams();
  const { page = 1, ...search } = route.useSearch();
  const view = STATEMENT_VIEWS.find((each) => each === search.view);
  const navigate = route.useNavigate();
  const router = useRouter();
  const query = useStatement(Number(statementId), { page, ...(view ? { view } : {}) });
  function show(change: { view?: StatementView | undefined; page?: number | undefined }) {
    if (isLeaving(router)) return;
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }) });
  }
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  useLastPage({
    ...{ page, total, pageSize: STATEMENT_PAGE_SIZE },
    onPage: (last) => void navigate({ search: (old) => ({ ...old, page: last }), replace: true }),
  });
  const [open, setOpen] = useState<{ row: StatementRow; opened: boolean; count: number }>();
  const { data } = query;
  return (
    <Stack gap="sm" miw={0}>
      <PageHeader
        title={data ? `${data.statement.carrier}, ${monthText(data.statement.month)}` : 'Statement'}
        back={{ href: '/crm/commissions', label: 'All statements' }}
        actions={data && <StatementActions statement={data.statement} />}
      />
      {data && (
        <Figures statement={data.statement} expected={data.expected_cents} notKnown={data.not_known} />
      )}
      {data && <Views counts={data.counts} view={view} onChoose={(chosen) => show({ view: chosen })} />}
      <ListFrame
        query={query}
        failed="The statement could not be loaded."
        loading={{ rows: 10, height: 44, label: 'Loading the statement' }}
      >
        {({ rows, total: count }) =>
          count === 0 ? (
            <EmptyState
              title="No rows"
              text={
                view
                  ? 'No rows of this statement have this result.'
                  : 'Policies for which you are the agent of record appear here.'
              }
              icon={<IconPercentage size={22} aria-hidden />}
            />
          ) : (
            <>
              <StatementRows
                rows={rows}
                onOpen={(row) => setOpen({ row, opened: true, count: (open?.count ?? 0) + 1 })}
              />
              <Pages
                page={page}
                pageSize={STATEMENT_PAGE_SIZE}
                total={count}
                onPage={(next) => show({ view, page: next === 1 ? undefined : next })}
              />
            </>
          )
        }
      </ListFrame>
      {open && (
        <RowDialog
          key={open.count}
          statementId={Number(statementId)}
          row={open.row}
          canManage={isOwner(signedInAgent())}
          opened={open.opened}
          onClose={() => setOpen({ ...open, opened: false })}
        />
      )}
    </Stack>
  );
}

interface FiguresProps {
  statement: CommissionStatement;
  expected: number;
  notKnown: { rows: number; paid_cents: number };
}

/** The difference covers only rows with an expected amount. */
function Figures({ statement, expected, notKnown }: FiguresProps) {
  const { total_cents, stated_total_cents, line_count, agent_name, created_at, file_name } = statement;
  const isOther = stated_total_cents !== null && stated_total_cents !== total_cents;
  return (
    <>
      <Paper withBorder p="sm">
        <Facts>
          <Fact label="Month">{monthText(statement.month)}</Fact>
          <Fact label="Paid">{moneyDisplay(total_cents)}</Fact>
          <Fact label="Expected">{moneyDisplay(expected)}</Fact>
          <Fact label="Difference">{moneyDisplay(total_cents - notKnown.paid_cents - expected)}</Fact>
          {notKnown.rows > 0 && (
            <Fact label="Without expected amount">
              {rowsText(notKnown.rows)}, {moneyDisplay(notKnown.paid_cents)}
            </Fact>
          )}
          <Fact label="Lines">{line_count.toLocaleString('en-US')}</Fact>
          <Fact label="Imported">
            {dayText(created_at)}, {agent_name}
          </Fact>
          {file_name && <Fact label="File">{file_name}</Fact>}
        </Facts>
      </Paper>
      {isOther && (
        <Alert color="yellow" title="The total in the file is different">
          The file states {moneyDisplay(stated_total_cents)}; its lines add up to {moneyDisplay(total_cents)},
          a difference of {moneyDisplay(total_cents - stated_total_cents)}.
        </Alert>
      )}
    </>
  );
}

const viewLabel = (view: StatementView) =>
  view === 'resolved' ? 'Resolved' : COMMISSION_RESULT_LABELS[view];

interface ViewsProps {
  counts: Partial<Record<StatementView, number>>;
  view: StatementView | undefined;
  onChoose: (view: StatementView | undefined) => void;
}

/** Only views with rows are offered, and the chosen one. */
function Views({ counts, view, onChoose }: ViewsProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <div className={styles.toolbar}>
      <CountedChoices label="Result">
        <CountedChoice label="All" count={all} isChosen={!view} onChoose={() => onChoose(undefined)} />
        {STATEMENT_VIEWS.filter((each) => counts[each] || each === view).map((each) => (
          <CountedChoice
            key={each}
            label={viewLabel(each)}
            count={counts[each] ?? 0}
            isChosen={view === each}
            onChoose={() => onChoose(each)}
          />
        ))}
      </CountedChoices>
    </div>
  );
}
