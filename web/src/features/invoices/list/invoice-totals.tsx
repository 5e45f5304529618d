import type { InvoiceTotals as Totals } from '@ledgerline/contract/invoices/schemas';
import { ACCOUNT_NAMES, type Account, moneyDisplay } from '@ledgerline/contract/rules';
import { Box, UnstyledButton } from '@mantine/core';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { useInvoiceTotals } from '../api.ts';
import styles from './invoice-totals.module.css';
import { type InvoiceListState, NOT_NARROWED } from './list-state.ts';

interface InvoiceTotalsProps {
  state: InvoiceListState;
  onShow: (change: InvoiceListState) => void;
}

type FigureName = keyof Totals['all'];

interface Figure {
  name: FigureName;
  label: string;
  title: string;
  /** The filter that lists the invoices of this figure. There is none for collected payments. */
  filter?: 'pending' | 'overdue';
}

const FIGURES: readonly Figure[] = [
  {
    name: 'outstanding_cents',
    label: 'Outstanding',
    title: 'Balance due on sent and partially paid invoices',
    filter: 'pending',
  },
  {
    name: 'overdue_cents',
    label: 'Overdue',
    title: 'Balance due on invoices past their due date, except those with a payment in progress',
    filter: 'overdue',
  },
  {
    name: 'collected_cents',
    label: 'Collected this month',
    title: 'Payments received this month minus refunds and returned payments',
  },
];

/** Outstanding, overdue and collected amounts, in total and per account. The first two filter the list when clicked. */
export function InvoiceTotals(props: InvoiceTotalsProps) {
  const query = useInvoiceTotals();
  return (
    <>
      {/* Without amounts they still show and change the filter. */}
      <Figures {...props} totals={query.data} />
      <Loaded query={query} failed="The totals could not be loaded." loading={null} isInCard>
        {() => null}
      </Loaded>
    </>
  );
}

function Figures({ totals, state, onShow }: InvoiceTotalsProps & { totals: Totals | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div role="group" aria-label="Totals" className={styles.totals}>
      {FIGURES.map((figure) => {
        const of = (account: Account | undefined) => ({
          figure,
          cents: totals?.[account ?? 'all'][figure.name],
          account,
          state,
          onShow,
        });
        return (
          <Box key={figure.name} miw={0} title={figure.title}>
            <Amount {...of(undefined)} />
            <div className={styles.accounts}>
              {ACCOUNT_NAMES.map((account) => (
                <Amount key={account} {...of(account)} />
              ))}
            </div>
          </Box>
        );
      })}
    </div>
  );
}

interface AmountProps extends InvoiceTotalsProps {
  figure: Figure;
  /** Undefined until loaded. */
  cents: number | undefined;
  account: Account | undefined;
}

/** A figure of all accounts or of one, and the filter for its rows. */
function Amount({ figure: { label, filter }, cents, account, state, onShow }: AmountProps) {
  const amount = (
    <>
      <span className={styles.label}>{account ?? label}</span>{' '}
      <span
        className={account ? styles.part : styles.amount}
        data-late={(filter === 'overdue' && cents !== undefined && cents > 0) || undefined}
      >
        {cents === undefined ? '–' : moneyDisplay(cents)}
      </span>
    </>
  );
  const className = account ? styles.account : styles.all;
  if (filter === undefined) return <span className={className}>{amount}</span>;
  const isChosen = state[filter] === true && state.account === account;
  return (
    <UnstyledButton
      className={className}
      aria-pressed={isChosen}
      {...(account && cents !== undefined
        ? { 'aria-label': `${label}, ${account} ${moneyDisplay(cents)}` }
        : {})}
      onClick={() => onShow(isChosen ? NOT_NARROWED : { ...NOT_NARROWED, [filter]: true, account })}
    >
      {amount}
    </UnstyledButton>
  );
}
