import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import {
  accountNamed,
  dateDisplay,
  moneyDisplay,
  phoneDisplay,
  providerNote,
  type RecurringFrequency,
  recurringFrequencyText,
} from '@ledgerline/contract/rules';
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { EmailText } from '../../../components/ui/email-text.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { momentText } from '../../../domain/days.ts';
import { Reminders } from '../../../domain/reminders/reminders.tsx';
import { useInvoice } from '../api.ts';
import { FactList } from '../fact-list.tsx';
import styles from '../invoice-dialog.module.css';
import { clientText, DASH, isCreatedBySchedule, refOf } from '../invoice-display.ts';
import { InvoiceStatusBadge } from '../invoice-status-badge.tsx';
import { InvoicePayments } from '../payments/invoice-payments.tsx';
import { usePaymentReceived } from '../payments/use-payment-received.ts';
import { type DetailAction, InvoiceFooter } from './invoice-footer.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoiceLink } from './invoice-link.tsx';

interface InvoiceDialogProps {
  id: number;
  onAction: (action: DetailAction, invoice: Invoice) => void;
  onClose: () => void;
}

/** One invoice: line items, payment link, payments and actions. */
export function InvoiceDialog({ id, onAction, onClose }: InvoiceDialogProps) {
  const query = useInvoice(id);
  const { data: opened } = query;
  usePaymentReceived(useMemo(() => opened && [opened], [opened]));
  const title = opened ? `Invoice ${refOf(opened)}` : query.isError ? 'Failed to Load Invoice' : 'Invoice';
  return (
    <GuardedModal opened onClose={onClose} title={title} size={720}>
      <Loaded
        query={query}
        failed={({ message }) => message}
        loading={<LoadingRows rows={9} height={30} label="Loading the invoice" />}
      >
        {(invoice) => (
          <Stack gap="lg">
            {query.isError && (
              <Alert color="yellow" role="status">
                Couldn’t refresh the invoice. The details below may be out of date. {query.error.message}
              </Alert>
            )}
            <InvoiceFacts invoice={invoice} />
            <InvoiceLines invoice={invoice} />
            <InvoiceLink invoice={invoice} onGenerate={() => onAction('link', invoice)} />
            <Reminders of="invoice" id={invoice.id} />
            <InvoicePayments invoice={invoice} />
            <InvoiceHistory invoice={invoice} />
            <InvoiceFooter invoice={invoice} onAction={(action) => onAction(action, invoice)} />
          </Stack>
        )}
      </Loaded>
      {!opened && query.errorUpdateCount > 0 && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      )}
    </GuardedModal>
  );
}

/** The status history of the invoice. */
function InvoiceHistory({ invoice }: { invoice: Invoice }) {
  const states = [
    { name: 'Created', at: invoice.created_at },
    { name: 'Sent', at: invoice.sent_at },
    { name: invoice.total_cents === 0 ? 'Nothing due' : 'Paid in full', at: invoice.paid_at },
    { name: 'Voided', at: invoice.voided_at },
  ];
  const passed = states
    .flatMap(({ name, at }) => (at === null ? [] : [{ name, at }]))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <div>
      <Title order={3} className={styles.section ?? ''} mb={4}>
        History
      </Title>
      <ol className={`plain ${styles.plain}`}>
        {passed.map(({ name, at }) => (
          <li key={name}>
            <span>{name}</span>
            <time className={styles.right} dateTime={at}>
              {momentText(at)}
            </time>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The recipient, account and due date of an invoice. */
function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { title, description, total_cents, square_account } = invoice;
  const note = providerNote(invoice);
  const account = accountNamed(square_account);
  const facts: [string, ReactNode][] = [
    ['Client', <ClientLink key="client" invoice={invoice} />],
    ['Email', <EmailText key="email" email={invoice.email?.trim() || DASH} />],
    ['Phone', invoice.phone?.trim() ? phoneDisplay(invoice.phone) : DASH],
    ['Account', `${square_account} · ${account?.label ?? ''}`],
    ['Due', dateDisplay(invoice.due_date) || DASH],
    ...recurringFact(invoice),
  ];
  return (
    <div>
      <Group justify="space-between" align="flex-start" gap="4px 16px" mb="xs">
        <div style={{ flex: '1 1 240px', minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {description && <Text className={styles.description ?? ''}>{description}</Text>}
        </div>
        <Group gap="4px 12px" maw="100%">
          <InvoiceStatusBadge invoice={invoice} />
          <Text fw={600} size="lg" className="tabular">
            {moneyDisplay(total_cents)}
          </Text>
        </Group>
      </Group>
      {note !== null && (
        <Alert color="yellow" mb="sm" role="status">
          {note}
        </Alert>
      )}
      <FactList facts={facts} />
    </div>
  );
}

function ClientLink({ invoice }: { invoice: Invoice }) {
  return (
    <AnchorLink to="/crm/clients/$clientId" params={{ clientId: String(invoice.customer_id) }} size="sm">
      {clientText(invoice)}
    </AnchorLink>
  );
}

function recurringFact(invoice: Invoice): [string, string][] {
  if (!invoice.is_recurring) return [];
  if (isCreatedBySchedule(invoice)) return [['Recurring', 'Created by a recurring payment']];
  const frequency: RecurringFrequency = invoice.recurring_frequency ?? 'YEARLY';
  const frequencyText = recurringFrequencyText({
    frequency,
    frequency_interval: invoice.recurring_frequency_interval,
  });
  const ends = [
    invoice.recurring_end_date && `until ${dateDisplay(invoice.recurring_end_date)}`,
    invoice.recurring_total_payments && `${invoice.recurring_total_payments} payments in total`,
  ].filter(Boolean);
  return [['Recurring', [frequencyText, ...ends].join(', ')]];
}
