import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { ACCOUNT_NAMES, INVOICE_STATUS_LABELS } from '@ledgerline/contract/rules';
import { UnstyledButton } from '@mantine/core';
import { Count, CountedChoice, CountedChoices } from '../../../components/ui/counted-choices.tsx';
import styles from './invoices.module.css';
import type { InvoiceListState } from './list-state.ts';

type InvoiceCounts = ReplyOf<typeof listInvoices>['counts'];

interface InvoiceFiltersProps {
  state: InvoiceListState;
  /** Counts all invoices, regardless of other filters (decisions K17). */
  counts: InvoiceCounts | undefined;
  onShow: (change: InvoiceListState) => void;
}

/** Pending invoices appear only under All (decisions K1). */
const STATUSES = ['draft', 'sent', 'partially_paid', 'paid', 'void'] as const;

/** Status and account filters with counts. */
export function InvoiceFilters({ state, counts, onShow }: InvoiceFiltersProps) {
  return (
    <>
      <CountedChoices label="Status">
        <CountedChoice
          label="All"
          count={counts?.all}
          isChosen={state.status === undefined}
          onChoose={() => onShow({ status: undefined })}
        />
        {STATUSES.map((status) => (
          <CountedChoice
            key={status}
            label={INVOICE_STATUS_LABELS[status]}
            count={counts?.[status]}
            isChosen={state.status === status}
            onChoose={() => onShow({ status })}
          />
        ))}
      </CountedChoices>
      <CountedChoices label="Account">
        <CountedChoice
          label="All Accounts"
          count={counts?.accounts.all}
          isChosen={state.account === undefined}
          onChoose={() => onShow({ account: undefined })}
        />
        {ACCOUNT_NAMES.map((account) => (
          <CountedChoice
            key={account}
            label={account}
            count={counts?.accounts[account]}
            isChosen={state.account === account}
            onChoose={() => onShow({ account })}
          />
        ))}
      </CountedChoices>
    </>
  );
}

/** Further filters besides status and account. */
export function InvoiceToggles({ state, counts, onShow }: InvoiceFiltersProps) {
  return (
    <>
      <UnstyledButton
        className={styles.toggle}
        aria-pressed={state.recurring === true}
        onClick={() => onShow({ recurring: state.recurring ? undefined : true })}
      >
        Recurring Only
      </UnstyledButton>
      <UnstyledButton
        className={styles.toggle}
        aria-pressed={state.pending === true}
        onClick={() => onShow({ pending: state.pending ? undefined : true })}
      >
        Pending Payment <Count of={counts?.pending_payment} />
      </UnstyledButton>
    </>
  );
}
