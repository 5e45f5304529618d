import type { Transaction } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Textarea } from '@mantine/core';
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
  /** Cents that were not given back yet. */
  left: number;
  onDone: () => void;
}

/** Records money given back of one payment; the payment itself stays in the books. */
export function RefundPaymentForm({ transaction, left, onDone }: RefundPaymentFormProps) {
  const { time_zone } = usePublicSettings();
  const tooMuch = `No more than the ${moneyDisplay(left)} that are left of this payment can be given back`;
  const recording = useRecording({
    start: { amount: moneyToType(left), refunded_on: dayIn(time_zone), note: '' },
    check: ({ amount, refunded_on }) => ({
      amount: amountError(amount, left, tooMuch),
      refunded_on: dayError(refunded_on),
    }),
    bodyOf: ({ amount, refunded_on, note }): NewRefund => ({
      amount_cents: centsAboveZero(amount) ?? 0,
      refunded_on,
      note: note.trim(),
    }),
    mutation: useRefundPayment(transaction.id),
    told: (_, { amount }) => `The refund of ${moneyDisplay(centsAboveZero(amount) ?? 0)} was recorded.`,
    onDone,
  });
  const { getInputProps } = recording.form;
  return (
    <MoneyForm
      kind="refund"
      label="Refund"
      recording={recording}
      color="red"
      style={{ flexBasis: '100%', order: 2 }}
      onCancel={onDone}
    >
      <div className={styles.pair}>
        <AmountInput label="Amount given back" {...getInputProps('amount')} autoFocus />
        <DateInput label="Date" {...getInputProps('refunded_on')} />
      </div>
      <Textarea label="Note" rows={2} maxLength={2000} {...getInputProps('note')} />
    </MoneyForm>
  );
}
