import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay, type PAYMENT_METHODS, paymentDateError } from '@ledgerline/contract/rules';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { dayIn } from '../../../domain/today.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { type NewPayment, useRecordPayment } from '../api.ts';
import { AmountInput } from '../form/amount-input.tsx';
import styles from '../invoice-dialog.module.css';
import { METHOD_CHOICES } from '../invoice-display.ts';
import { centsAboveZero, moneyToType } from '../money-typed.ts';
import { amountError, dayError, MoneyForm, useRecording } from './money-form.tsx';

interface RecordPaymentFormProps {
  invoice: Invoice;
  /** Cents neither received nor pending. */
  outstanding: number;
  onDone: () => void;
}

interface Values {
  method: (typeof PAYMENT_METHODS)[number];
  amount: string;
  paid_on: string | null;
  note: string;
  card_last4: string;
}

/** Records a payment an agent received: method, amount and date. */
export function RecordPaymentForm({ invoice, outstanding, onDone }: RecordPaymentFormProps) {
  const { time_zone } = usePublicSettings();
  const recording = useRecording({
    start: {
      method: 'check',
      amount: moneyToType(outstanding),
      paid_on: dayIn(time_zone),
      note: '',
      card_last4: '',
    },
    check: (values: Values) =>
      paymentErrors(values, {
        outstanding,
        created: dayIn(time_zone, new Date(invoice.created_at)),
        today: dayIn(time_zone),
      }),
    bodyOf,
    mutation: useRecordPayment(invoice.id),
    // A fully paid invoice triggers its own notification.
    successMessage: ({ invoice: after }, { amount }) =>
      after.status === 'paid' ? null : `${moneyDisplay(centsAboveZero(amount) ?? 0)} was recorded.`,
    onDone,
  });
  const { getInputProps, values } = recording.form;
  return (
    <MoneyForm kind="payment" label="Record Payment" recording={recording} onCancel={onDone}>
      <div className={styles.pair}>
        <NativeSelect label="Method" data={METHOD_CHOICES} {...getInputProps('method')} />
        <AmountInput label="Amount" {...getInputProps('amount')} autoFocus />
        <DateInput label="Date" {...getInputProps('paid_on')} />
        {values.method === 'card' && (
          <TextInput
            label="Last 4 digits"
            inputMode="numeric"
            maxLength={4}
            {...getInputProps('card_last4')}
            onChange={({ currentTarget: { value } }) =>
              recording.form.setFieldValue('card_last4', value.replaceAll(/\D/g, ''))
            }
          />
        )}
      </div>
      <Textarea label="Note" rows={2} maxLength={2000} {...getInputProps('note')} />
    </MoneyForm>
  );
}

interface Limits {
  outstanding: number;
  /** The invoice date and today, in the brokerage's time zone. */
  created: string;
  today: string;
}

function paymentErrors(
  { amount, paid_on, method, card_last4 }: Values,
  { outstanding, ...days }: Limits,
): FormErrors {
  const exceedsMessage = `The balance due is only ${moneyDisplay(outstanding)}`;
  const isCard = method === 'card' && card_last4 !== '';
  return {
    amount: amountError(amount, outstanding, exceedsMessage),
    paid_on: dayError(paid_on) ?? paymentDateError(paid_on ?? '', days),
    card_last4: isCard && !/^\d{4}$/.test(card_last4) && 'must be four digits',
  };
}

function bodyOf({ amount, paid_on, method, card_last4, note }: Values): NewPayment {
  return {
    amount_cents: centsAboveZero(amount) ?? 0,
    payment_method: method,
    paid_on: paid_on ?? '',
    note: note.trim(),
    ...(method === 'card' && card_last4 !== '' ? { card_last4 } : {}),
  };
}
