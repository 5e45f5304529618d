import { Alert, Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { notADate } from '../../../components/ui/date-input.tsx';
import { useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { FormButtons } from '../../../domain/editing/dialog-form.tsx';
import { type EditingOptions, useEditing } from '../../../domain/editing/use-editing.ts';
import { errorMessageOf, hasErrorCode, isRejection } from '../../../lib/api-error.ts';
import { useIdempotencyKeys } from '../../../lib/use-idempotency-key.ts';
import type { Keyed } from '../api.ts';
import styles from '../invoice-dialog.module.css';
import { centsAboveZero, WRONG_AMOUNT } from '../money-typed.ts';
import { RepeatDialog } from './repeat-dialog.tsx';

interface Money {
  amount_cents: number;
  confirm_repeat?: boolean | undefined;
}

interface RecordingOptions<Values, Body extends Money, Reply>
  extends Pick<EditingOptions<Values, Reply>, 'start' | 'check' | 'successMessage'> {
  bodyOf: (values: Values) => Body;
  mutation: UseMutationResult<Reply, Error, Keyed<Body>>;
  onDone: () => void;
}

/** Records money with one idempotency key per entry. A likely duplicate is resubmitted only after confirmation. */
export function useRecording<Values extends object, Body extends Money, Reply>(
  options: RecordingOptions<Values, Body, Reply>,
) {
  const { bodyOf, mutation, onDone, ...rest } = options;
  const keys = useIdempotencyKeys();
  const needsConfirmation = hasErrorCode(mutation.error, 'likely_repeat');
  const editing = useEditing({
    ...rest,
    async send(values: Values) {
      const body = bodyOf(values);
      const attempt = needsConfirmation ? { ...body, confirm_repeat: true } : body;
      const reply = await mutation.mutateAsync({ body: attempt, idempotencyKey: keys.keyOf(body) });
      keys.forget();
      return reply;
    },
    onDone,
  });
  const cents = mutation.variables?.body.amount_cents ?? 0;
  return { ...editing, repeat: { opened: needsConfirmation, cents, onClose: mutation.reset } };
}

/** Validates a typed amount against a maximum in cents. */
export function amountError(typed: string, maxCents: number, exceedsMessage: string): string | null {
  const cents = centsAboveZero(typed);
  if (cents === null) return WRONG_AMOUNT;
  return cents > maxCents ? exceedsMessage : null;
}

export function dayError(day: string | null): string | null {
  return day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? null : notADate('recent');
}

interface MoneyFormProps {
  kind: 'payment' | 'refund' | 'return';
  label: string;
  recording: Omit<ReturnType<typeof useRecording>, 'form' | 'change'>;
  color?: 'red';
  style?: CSSProperties;
  onCancel: () => void;
  children: ReactNode;
}

/** The inline form to record a payment or refund. */
export function MoneyForm({ kind, label, recording, color, style, onCancel, children }: MoneyFormProps) {
  const { submit, error, isSaving, hasChanges, repeat } = recording;
  useDialogGuard(hasChanges);
  return (
    <form onSubmit={submit} noValidate aria-label={label} className={styles.panel} style={style}>
      <Stack gap="sm">
        {children}
        {error && !hasErrorCode(error, 'likely_repeat') && <RecordFailure kind={kind} error={error} />}
        <FormButtons
          save={`Record ${kind[0]?.toUpperCase()}${kind.slice(1)}`}
          isSaving={isSaving}
          onCancel={onCancel}
          {...(color ? { color } : {})}
        />
      </Stack>
      <RepeatDialog {...repeat} kind={kind} onConfirm={() => submit()} />
    </form>
  );
}

/** Why money was not recorded. If the response was lost, says that the result is unknown and a retry is safe. */
export function RecordFailure({ kind, error }: { kind: 'payment' | 'refund' | 'return'; error: Error }) {
  if (isRejection(error)) {
    return (
      <Alert color="red">
        The {kind} was not recorded. {error.message}
      </Alert>
    );
  }
  return (
    <Alert color="yellow">
      {errorMessageOf(error) && <>{errorMessageOf(error)} </>}
      We couldn’t confirm whether the {kind} was recorded. Trying again is safe: unless you change something,
      it is recorded only once.
    </Alert>
  );
}
