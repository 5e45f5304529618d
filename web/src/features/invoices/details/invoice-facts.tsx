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
import { Alert, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmailText } from '../../../components/ui/email-text.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { FactList } from '../fact-list.tsx';
import styles from '../invoice-dialog.module.css';
import { clientText, DASH, isCreatedBySchedule } from '../invoice-display.ts';
import { InvoiceStatusBadge } from '../invoice-status-badge.tsx';

/** The recipient, account and due date of an invoice. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
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
