import type { Invoice, Transaction } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Radio, Stack, Textarea } from '@mantine/core';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { dayIn } from '../../../domain/today.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { type NewRefund, useRefundPayment } from '../api.ts';
import { AmountInput } from '../form/amount-input.tsx';
import styles from '../invoice-dialog.module.css';
import { centsAboveZero, moneyToType } from '../money-typed.ts';
import { amountError, dayError, MoneyForm, useRecording } from './money-form.tsx';

interface RefundPaymentFormProps {
  transaction: Transaction;
  invoice: Pick<Invoice, 'status'>;
  /** Cents not refunded yet. */
  left: number;
  onDone: () => void;
}

const REFUND_EFFECTS: Partial<Record<Invoice['status'], string>> = {
  paid: ' The balance due does not change.',
  void: '',
};

/**
 * Explains each choice. A refund leaves the balance unchanged only if the invoice was paid in full. A void invoice is
 * never due.
 */
function kindsOf(status: Invoice['status']) {
  const again = status === 'void' ? '' : ' The amount becomes due again.';
  const refunded =
    REFUND_EFFECTS[status] ?? ' The invoice is not paid in full, so the amount becomes due again.';
  return [
    { value: 'refund', label: 'Refund', description: `You refunded the money.${refunded}` },
    {
      value: 'reversal',
      label: 'Returned payment',
      description: `A bounced check, dispute or chargeback, or a payment recorded by mistake.${again}`,
    },
  ];
}

/** Records a refund or return of one payment. The payment itself stays on record. */
export function RefundPaymentForm({ transaction, invoice, left, onDone }: RefundPaymentFormProps) {
  const { time_zone } = usePublicSettings();
  const recording = useRecording({
    start: {
      kind: transaction.refund_at_provider ? 'reversal' : '',
      amount: moneyToType(left),
      refunded_on: dayIn(time_zone),
      note: '',
    },
    check: ({ kind, amount, refunded_on }) => ({
      kind: kind === '' ? 'Choose whether you refunded the money or the payment was returned.' : null,
      amount: amountError(amount, left, exceedsMessage(kind, left)),
      refunded_on: dayError(refunded_on),
    }),
    bodyOf: ({ kind, amount, refunded_on, note }): NewRefund => ({
      kind: kind === 'reversal' ? kind : 'refund',
      amount_cents: centsAboveZero(amount) ?? 0,
      refunded_on,
      note: note.trim(),
    }),
    mutation: useRefundPayment(transaction.id),
    successMessage: (_, { kind, amount }) =>
      `The ${kind === 'reversal' ? 'return' : 'refund'} of ${moneyDisplay(centsAboveZero(amount) ?? 0)} was recorded.`,
    onDone,
  });
  const { getInputProps, values } = recording.form;
  const isReturn = values.kind === 'reversal';
  return (
    <MoneyForm
      kind={isReturn ? 'return' : 'refund'}
      label={isReturn ? 'Returned payment' : 'Refund'}
      recording={recording}
      color="red"
      style={{ flexBasis: '100%', order: 2 }}
      onCancel={onDone}
    >
      {!transaction.refund_at_provider && (
        <Radio.Group label="What happened" errorProps={{ mt: 8 }} {...getInputProps('kind')}>
          <Stack gap={6} mt={4}>
            {kindsOf(invoice.status).map((kind) => (
              <Radio key={kind.value} {...kind} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <div className={styles.pair}>
        <AmountInput
          label={isReturn ? 'Returned amount' : 'Refund amount'}
          {...getInputProps('amount')}
          autoFocus
        />
        <DateInput label="Date" {...getInputProps('refunded_on')} />
      </div>
      <Textarea label="Note" rows={2} maxLength={2000} {...getInputProps('note')} />
    </MoneyForm>
  );
}

function exceedsMessage(kind: string, left: number): string {
  const state = kind === 'reversal' ? 'returned' : 'refunded';
  return `Only ${moneyDisplay(left)} of this payment can still be ${state}`;
}
