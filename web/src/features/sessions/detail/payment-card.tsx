import {
  dateShort,
  moneyDisplay,
  paymentBalanceText,
  recurringFrequencyText,
  TRANSACTION_KIND_LABELS,
} from '@ledgerline/contract/rules';
import type { Session, SessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import { Box, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { LabelBadge } from '../../../components/ui/label-badge.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { dayText } from '../../../domain/days.ts';
import { useBalance, usePaymentData } from '../api.ts';
import styles from './payment-card.module.css';

const HUES = {
  'Forms in Progress': 'blue',
  'Payment Pending': 'violet',
  'Payment Received': 'green',
} as const;
const METHODS = { card: 'Card', ach: 'ACH', cash: 'Cash', check: 'Check' } as const;

interface PaymentCardProps {
  session: Session;
  /** Link to an invoice of the session. */
  invoicing: ReactNode;
}

/** Price and payments of the session; hidden while nothing is due (1§4). */
export function PaymentCard({ session, invoicing }: PaymentCardProps) {
  const { payment_card: state } = session;
  if (state === 'hidden') return null;
  const badge = <LabelBadge hue={HUES[state]}>{state}</LabelBadge>;
  return (
    <CardFrame title="Payment Information" aside={badge}>
      {state === 'Payment Received' && <Balance session={session} />}
      <dl className={styles.sums}>
        <Sum label="Subtotal" cents={session.subtotal_cents} />
        {session.include_sales_tax && <Sum label="Sales tax" cents={session.tax_cents} />}
        <Sum label="Total" cents={session.total_cents} isTotal />
      </dl>
      <Payments sessionId={session.id} />
      <div className={styles.invoicing}>{invoicing}</div>
    </CardFrame>
  );
}

/** Received and outstanding amounts; unknown for payments recorded elsewhere (decisions O3). */
function Balance({ session }: { session: Session }) {
  const balance = useBalance(session);
  if (!balance) return null;
  const { paid_cents: paid, settled_cents: settled } = balance;
  const money = { total: session.total_cents, paid, settled };
  return (
    <Text size="sm" fw={500} mt={4} className="tabular">
      {paymentBalanceText(money)}
    </Text>
  );
}

function Sum({ label, cents, isTotal = false }: { label: string; cents: number; isTotal?: boolean }) {
  return (
    <div className={styles.line} data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>{moneyDisplay(cents)}</dd>
    </div>
  );
}

function Payments({ sessionId }: { sessionId: number }) {
  const payments = usePaymentData(sessionId);
  return (
    <Loaded
      query={payments}
      failed="The payments could not be loaded."
      loading={<LoadingRows rows={2} height={24} label="Loading payments" />}
      isInCard
    >
      {(data) => <PaymentLists data={data} />}
    </Loaded>
  );
}

function PaymentLists({ data }: { data: SessionPaymentData }) {
  const { transactions, recurringPayment: recurring, invoices } = data;
  return (
    <>
      {transactions.length > 0 && (
        <Part title="Transactions">
          {transactions.map((transaction) => (
            <Line
              key={transaction.id}
              label={methodText(transaction)}
              note={`${transaction.payment_status} · ${dayText(transaction.created_at)}`}
              cents={transaction.kind === 'payment' ? transaction.amount : -transaction.amount}
              isOff={transaction.payment_status === 'failed'}
            />
          ))}
        </Part>
      )}
      {recurring && (
        <Part title="Recurring payment">
          <Line
            label={recurringFrequencyText({ frequency: recurring.frequency })}
            note={recurring.next_payment_date ? `Next: ${dateShort(recurring.next_payment_date)}` : ''}
          />
        </Part>
      )}
      {invoices.length > 0 && (
        <Part title="Invoices">
          {invoices.map((invoice) => (
            <Line
              key={invoice.id}
              label={
                <Link
                  to="/crm/payments"
                  search={{ invoice: invoice.id }}
                  state={{ isFromSession: true }}
                  className={styles.invoice ?? ''}
                >
                  {invoice.title}
                </Link>
              }
              note={`${invoice.external_ref ?? 'No number yet'} · ${invoice.payment_state.replaceAll('_', ' ')}`}
              cents={invoice.total_cents}
            />
          ))}
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

interface LineProps {
  label: ReactNode;
  note: string;
  cents?: number;
  /** Failed payments. */
  isOff?: boolean;
}

function Line({ label, note, cents, isOff = false }: LineProps) {
  return (
    <li className={styles.line}>
      <span>
        {label}
        {note && (
          <Box component="span" display="block" fz="xs" c="dimmed">
            {note}
          </Box>
        )}
      </span>
      {cents !== undefined && (isOff ? <s>{moneyDisplay(cents)}</s> : <span>{moneyDisplay(cents)}</span>)}
    </li>
  );
}

function methodText(transaction: SessionPaymentData['transactions'][number]) {
  const { kind, payment_method, card_brand, card_last4 } = transaction;
  const card = [card_brand, card_last4 && `•••• ${card_last4}`].filter(Boolean).join(' ');
  const method = card ? `${METHODS[payment_method]} ${card}` : METHODS[payment_method];
  return kind === 'payment' ? method : `${TRANSACTION_KIND_LABELS[kind]} · ${method}`;
}
