import type { Transaction } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DateInput, NOT_A_DATE } from '../../../components/ui/date-input.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { dayIn } from '../../../domain/today.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { type Keyed, type NewRefund, useRefundPayment } from '../api.ts';
import { AmountInput } from '../form/amount-input.tsx';
import styles from '../invoice-dialog.module.css';
import { centsAboveZero, moneyToType, WRONG_AMOUNT } from '../money-typed.ts';
import { RecordFailure } from './record-failure.tsx';
import { isDay } from './record-payment-form.tsx';
import { isLikelyRepeat, RepeatDialog } from './repeat-dialog.tsx';
import { useOneTimeKeys } from './use-one-time-key.ts';

interface RefundPaymentFormProps {
  transaction: Transaction;
  /** Cents that were not given back yet. */
  left: number;
  onDone: () => void;
  onDirty: () => void;
}

/** Records money given back of one payment; the payment itself stays in the books. */
export function RefundPaymentForm({ transaction, left, onDone, onDirty }: RefundPaymentFormProps) {
  const { time_zone } = usePublicSettings();
  const [amount, setAmount] = useState(() => moneyToType(left));
  const [refunded_on, setDay] = useState<string | null>(() => dayIn(time_zone));
  const [note, setNote] = useState('');
  const [isChecked, setChecked] = useState(false);
  const refund = useRefundPayment(transaction.id);
  const keys = useOneTimeKeys();
  const cents = centsAboveZero(amount);
  const wrongAmount =
    cents === null
      ? WRONG_AMOUNT
      : cents > left
        ? `No more than the ${moneyDisplay(left)} that are left of this payment can be given back`
        : null;
  function change(set: () => void) {
    set();
    setChecked(false);
    onDirty();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (wrongAmount || cents === null || !isDay(refunded_on) || refund.isPending) return;
    const body = { amount_cents: cents, refunded_on, note: note.trim() };
    send({ body, idempotencyKey: keys.keyOf(body) });
  }
  function send(attempt: Keyed<NewRefund>) {
    refund.mutate(attempt, {
      onSuccess: () => {
        keys.forget();
        notifySuccess(`The refund of ${moneyDisplay(attempt.body.amount_cents)} was recorded.`);
        onDone();
      },
      onError: (error) => isLikelyRepeat(error) || console.error('the refund was not recorded', error),
    });
  }
  const asked = refund.variables;
  const isAsking = isLikelyRepeat(refund.error);
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Refund"
      className={styles.panel}
      style={{ flexBasis: '100%', order: 2 }}
    >
      <Stack gap="sm">
        <div className={styles.pair}>
          <AmountInput
            label="Amount given back"
            value={amount}
            onChange={(text) => change(() => setAmount(text))}
            error={isChecked && wrongAmount}
            autoFocus
          />
          <DateInput
            label="Date"
            value={refunded_on}
            onChange={(day) => change(() => setDay(day))}
            error={isChecked && !isDay(refunded_on) ? NOT_A_DATE : null}
          />
        </div>
        <Textarea
          label="Note"
          rows={2}
          maxLength={2000}
          value={note}
          onChange={({ currentTarget: { value } }) => change(() => setNote(value))}
        />
        {refund.isError && !isAsking && <RecordFailure kind="refund" error={refund.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone} disabled={refund.isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={refund.isPending}>
            Record refund
          </Button>
        </Group>
      </Stack>
      <RepeatDialog
        kind="refund"
        cents={asked?.body.amount_cents ?? 0}
        opened={isAsking}
        onConfirm={() => asked && send({ ...asked, body: { ...asked.body, confirm_repeat: true } })}
        onClose={refund.reset}
      />
    </form>
  );
}
