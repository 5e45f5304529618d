import {
  CALL_KINDS,
  type CallKind,
  type CallOutcome,
  callTextError,
  FOLLOW_UP_PAST,
  isCalendarDate,
  MAX_CALL_TEXT,
} from '@ledgerline/contract/rules';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { DateInput, NOT_A_DATE } from '../../components/ui/date-input.tsx';
import { FailureNote } from '../../components/ui/failure-note.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useEditing } from '../editing/use-editing.ts';
import { dayIn } from '../today.ts';
import { CALL_KIND_WORDS, OUTCOME_CHOICES } from './call-words.ts';
import styles from './log-call-line.module.css';
import { useLogCall } from './use-log-call.ts';

interface CallValues {
  kind: CallKind;
  outcome: CallOutcome | '';
  text: string;
  follow_up_on: string | null;
}

const START: CallValues = { kind: 'call', outcome: '', text: '', follow_up_on: null };

const KINDS = CALL_KINDS.map((value) => ({ value, label: CALL_KIND_WORDS[value] }));
/** A note has no outcome, whatever was chosen before. */
const outcomeOf = ({ kind, outcome }: CallValues) => (kind === 'note' ? null : outcome || null);

function faultsOf(values: CallValues, today: string) {
  const { follow_up_on: day } = values;
  const isPast = day !== null && day < today && FOLLOW_UP_PAST;
  return {
    text: callTextError({ ...values, outcome: outcomeOf(values) }),
    follow_up_on: day !== null && !isCalendarDate(day) ? NOT_A_DATE : isPast,
  };
}

/** What was said to a client, how it went and when to follow up, in one row: Enter in the text logs it. */
export function LogCallLine({ clientId }: { clientId: number }) {
  const { time_zone } = usePublicSettings();
  const log = useLogCall(clientId);
  const editing = useEditing<CallValues, unknown>({
    start: START,
    check: (values) => faultsOf(values, dayIn(time_zone)),
    send: (values) => log.mutateAsync({ ...values, outcome: outcomeOf(values), text: values.text.trim() }),
    onDone: () => editing.form.setValues({ ...START, kind: editing.form.getValues().kind }),
    failed: (error) => `Nothing was logged. ${error.message}`,
    logText: 'the call could not be logged',
  });
  const { form, isSaving, failure, submit } = editing;
  return (
    <form noValidate onSubmit={submit}>
      <div className={styles.line}>
        <TextInput
          aria-label="What was said"
          placeholder="Asked about the new premium"
          autoComplete="off"
          maxLength={MAX_CALL_TEXT}
          className={styles.text ?? ''}
          {...form.getInputProps('text')}
        />
        <NativeSelect aria-label="Kind" data={KINDS} {...form.getInputProps('kind')} />
        <NativeSelect
          aria-label="Outcome"
          data={OUTCOME_CHOICES}
          disabled={form.values.kind === 'note'}
          {...form.getInputProps('outcome')}
        />
        <DateInput
          aria-label="Next follow-up"
          {...form.getInputProps('follow_up_on')}
          placeholder="Next follow-up"
          onChange={(day) => form.setFieldValue('follow_up_on', day)}
        />
        <Button type="submit" variant="default" loading={isSaving}>
          Log
        </Button>
      </div>
      <FailureNote message={failure} />
    </form>
  );
}
