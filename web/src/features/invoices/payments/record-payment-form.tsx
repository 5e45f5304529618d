import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay, type PAYMENT_METHODS } from '@ledgerline/contract/rules';
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DateInput, NOT_A_DATE } from '../../../components/ui/date-input.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { dayIn } from '../../../domain/today.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { type Keyed, type NewPayment, useRecordPayment } from '../api.ts';
import { AmountInput } from '../form/amount-input.tsx';
import styles from '../invoice-dialog.module.css';
import { METHOD_CHOICES } from '../invoice-display.ts';
import { centsAboveZero, moneyToType, WRONG_AMOUNT } from '../money-typed.ts';
import { RecordFailure } from './record-failure.tsx';
import { isLikelyRepeat, RepeatDialog } from './repeat-dialog.tsx';
import { useOneTimeKeys } from './use-one-time-key.ts';

interface RecordPaymentFormProps {
  invoice: Invoice;
  /** Cents that neither came nor are on their way. */
  owed: number;
  onDone: () => void;
  onDirty: () => void;
}

type Method = (typeof PAYMENT_METHODS)[number];
type Errors = Partial<Record<'amount' | 'paid_on' | 'card_last4', string>>;

interface Values {
  method: Method;
  amount: string;
  paid_on: string | null;
  note: string;
  card_last4: string;
}

/** Money that an agent received: how, how much, when. */
export function RecordPaymentForm({ invoice, owed, onDone, onDirty }: RecordPaymentFormProps) {
  const { time_zone } = usePublicSettings();
  const [values, setValues] = useState<Values>(() => ({
    method: 'check',
    amount: moneyToType(owed),
    paid_on: dayIn(time_zone),
    note: '',
    card_last4: '',
  }));
  const [errors, setErrors] = useState<Errors>({});
  const record = useRecordPayment(invoice.id);
  const keys = useOneTimeKeys();
  function change(changes: Partial<Values>) {
    setValues({ ...values, ...changes });
    setErrors({});
    onDirty();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const { body, wrong } = read(values, owed);
    setErrors(wrong);
    if (body && !record.isPending) send({ body, idempotencyKey: keys.keyOf(body) });
  }
  function send(attempt: Keyed<NewPayment>) {
    record.mutate(attempt, {
      onSuccess: ({ invoice: after }) => {
        keys.forget();
        // A paid invoice has its own notice.
        if (after.status !== 'paid')
          notifySuccess(`${moneyDisplay(attempt.body.amount_cents)} was recorded.`);
        onDone();
      },
      onError: (error) => isLikelyRepeat(error) || console.error('the payment was not recorded', error),
    });
  }
  const asked = record.variables;
  const isAsking = isLikelyRepeat(record.error);
  return (
    <form onSubmit={submit} noValidate aria-label="Record payment" className={styles.panel}>
      <Stack gap="sm">
        <Fields values={values} errors={errors} onChange={change} />
        {record.isError && !isAsking && <RecordFailure kind="payment" error={record.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone} disabled={record.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={record.isPending}>
            Record payment
          </Button>
        </Group>
      </Stack>
      <RepeatDialog
        kind="payment"
        cents={asked?.body.amount_cents ?? 0}
        opened={isAsking}
        onConfirm={() => asked && send({ ...asked, body: { ...asked.body, confirm_repeat: true } })}
        onClose={record.reset}
      />
    </form>
  );
}

interface FieldsProps {
  values: Values;
  errors: Errors;
  onChange: (changes: Partial<Values>) => void;
}

function Fields({ values, errors, onChange }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <NativeSelect
          label="Method"
          data={METHOD_CHOICES}
          value={values.method}
          onChange={(event) => {
            const method = METHODS.find((one) => one === event.currentTarget.value);
            if (method) onChange({ method });
          }}
        />
        <AmountInput
          label="Amount"
          value={values.amount}
          onChange={(amount) => onChange({ amount })}
          error={errors.amount}
          autoFocus
        />
        <DateInput
          label="Date"
          value={values.paid_on}
          onChange={(paid_on) => onChange({ paid_on })}
          error={errors.paid_on}
        />
        {values.method === 'card' && (
          <TextInput
            label="Last 4 digits"
            inputMode="numeric"
            maxLength={4}
            value={values.card_last4}
            onChange={(event) => onChange({ card_last4: event.currentTarget.value.replaceAll(/\D/g, '') })}
            error={errors.card_last4}
          />
        )}
      </div>
      <Textarea
        label="Note"
        rows={2}
        maxLength={2000}
        value={values.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  );
}

const METHODS = ['card', 'ach', 'cash', 'check'] as const satisfies readonly Method[];

function read(values: Values, owed: number): { body?: NewPayment; wrong: Errors } {
  const cents = centsAboveZero(values.amount);
  const { paid_on, method, card_last4, note } = values;
  const isCard = method === 'card' && card_last4 !== '';
  const wrong: Errors = {
    ...(cents === null ? { amount: WRONG_AMOUNT } : {}),
    ...(cents !== null && cents > owed ? { amount: `No more than ${moneyDisplay(owed)} is still owed` } : {}),
    ...(isDay(paid_on) ? {} : { paid_on: NOT_A_DATE }),
    ...(isCard && !/^\d{4}$/.test(card_last4) ? { card_last4: 'must be four digits' } : {}),
  };
  if (cents === null || !isDay(paid_on) || Object.keys(wrong).length > 0) return { wrong };
  const body = { amount_cents: cents, payment_method: method, paid_on, note: note.trim() };
  return { body: { ...body, ...(isCard ? { card_last4 } : {}) }, wrong };
}

export function isDay(date: string | null): date is string {
  return date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date);
}
