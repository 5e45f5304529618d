import type { Invoice, Transaction } from '@ledgerline/contract/invoices/schemas';
import {
  dateDisplay,
  moneyDisplay,
  outstandingCents,
  paymentProcessing,
  REFUND_AT_PROVIDER,
  refundableCents,
  TRANSACTION_KIND_LABELS,
} from '@ledgerline/contract/rules';
import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { LabelBadge } from '../../../components/ui/label-badge.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { useTransactions } from '../api.ts';
import styles from '../invoice-dialog.module.css';
import { methodText } from '../invoice-display.ts';
import { RecordPaymentForm } from './record-payment-form.tsx';
import { RefundPaymentForm } from './refund-payment-form.tsx';

/** Payments and refunds, with forms to record more. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const [isRecording, setRecording] = useState(false);
  const [refunding, setRefunding] = useState<number | null>(null);
  const transactions = useTransactions(invoice.id);
  // The balance due is known only after pending payments have loaded.
  const outstanding = transactions.data ? outstandingCents(invoice) - onItsWay(transactions.data) : 0;
  const part = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an opened form scrolls fully into view
  useEffect(() => {
    part.current?.querySelector('form')?.scrollIntoView({ block: 'nearest' });
  }, [isRecording, refunding]);
  function done() {
    // The form unmounts with the focused element.
    part.current?.focus();
    setRecording(false);
    setRefunding(null);
  }
  return (
    <Box ref={part} tabIndex={-1} className={styles.part ?? ''} role="group" aria-label="Payments">
      <Group justify="space-between" mb={4}>
        <Title order={3} className={styles.section ?? ''}>
          Payments
        </Title>
        {outstanding > 0 && !paymentProcessing(invoice) && !isRecording && refunding === null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setRecording(true)}
          >
            Record Payment
          </Button>
        )}
      </Group>
      <Loaded
        query={transactions}
        failed="The payments could not be loaded."
        loading={<LoadingRows rows={2} height={36} label="Loading payments" />}
        isInCard
        showsStale
      >
        {(data) => (
          <TransactionsList
            invoice={invoice}
            transactions={data}
            refunding={refunding}
            onRefund={isRecording ? undefined : setRefunding}
            onRefunded={done}
          />
        )}
      </Loaded>
      {isRecording && <RecordPaymentForm invoice={invoice} outstanding={outstanding} onDone={done} />}
    </Box>
  );
}

/** A pending bank transfer counts as received, so that it is not recorded again. */
function onItsWay(transactions: readonly Transaction[]): number {
  return transactions
    .filter(({ kind, payment_status }) => kind === 'payment' && payment_status === 'pending')
    .reduce((cents, { amount }) => cents + amount, 0);
}

interface TransactionsListProps {
  invoice: Invoice;
  transactions: readonly Transaction[];
  refunding: number | null;
  onRefund: ((id: number) => void) | undefined;
  onRefunded: () => void;
}

function TransactionsList(props: TransactionsListProps) {
  const { invoice, transactions, refunding, onRefund, onRefunded } = props;
  const leftOf = (one: Transaction) => (one.kind === 'payment' ? refundableCents(one, transactions) : 0);
  if (transactions.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No payments yet.
      </Text>
    );
  return (
    <ul className={`plain ${styles.plain}`}>
      {transactions.map((transaction) => (
        <li key={transaction.id}>
          <TransactionRow transaction={transaction} />
          {leftOf(transaction) > 0 && transaction.refund_at_provider && (
            <span className={styles.note}>{REFUND_AT_PROVIDER}</span>
          )}
          {leftOf(transaction) > 0 && refunding === null && onRefund && (
            <RefundButton transaction={transaction} onClick={() => onRefund(transaction.id)} />
          )}
          {refunding === transaction.id && (
            <RefundPaymentForm
              transaction={transaction}
              invoice={invoice}
              left={leftOf(transaction)}
              onDone={onRefunded}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** For payments the provider refunds itself, only a return can be recorded. */
function RefundButton({ transaction, onClick }: { transaction: Transaction; onClick: () => void }) {
  const { amount, paid_on, refund_at_provider } = transaction;
  const label = refund_at_provider ? 'Record Return' : 'Refund';
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      aria-label={`${label} ${refund_at_provider ? 'of ' : ''}${moneyDisplay(amount)} of ${dateDisplay(paid_on)}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { kind, amount, paid_on, note, recorded_by, payment_status } = transaction;
  const isPayment = kind === 'payment';
  return (
    <>
      <span className="tabular">{dateDisplay(paid_on)}</span>
      <span>
        {!isPayment && `${TRANSACTION_KIND_LABELS[kind]} · `}
        {methodText(transaction)}
      </span>
      {payment_status !== 'completed' && (
        <LabelBadge hue={payment_status === 'failed' ? 'red' : 'yellow'}>
          {payment_status === 'failed' ? 'Failed' : 'Pending'}
        </LabelBadge>
      )}
      <span className={styles.right}>{`${isPayment ? '' : '−'}${moneyDisplay(amount)}`}</span>
      {(note || recorded_by) && (
        <span className={styles.note}>
          {[recorded_by && `Recorded by ${recorded_by}`, note].filter(Boolean).join(' · ')}
        </span>
      )}
    </>
  );
}
