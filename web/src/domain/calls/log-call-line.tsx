import { MAX_CALL_TEXT } from '@ledgerline/contract/rules';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { announce } from '../../components/ui/announcer.tsx';
import { DateInput } from '../../components/ui/date-input.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { PromptLine, usePrompt } from '../../components/ui/prompt-line.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useEditing } from '../editing/use-editing.ts';
import { dayIn } from '../today.ts';
import { KIND_CHOICES, loggedText, OUTCOME_CHOICES } from './call-text.ts';
import { type CallValues, callBody, callErrors, NEW_CALL } from './call-values.ts';
import styles from './log-call-line.module.css';
import { useLogCall } from './use-log-call.ts';

/** Call notes, outcome and next follow-up of a client, shown once the agent logs something: Enter in the text logs it. */
export function LogCallLine({ clientId }: { clientId: number }) {
  const { time_zone } = usePublicSettings();
  const log = useLogCall(clientId);
  const prompt = usePrompt();
  const editing = useEditing<CallValues, unknown>({
    start: NEW_CALL,
    check: (values) => callErrors(values, dayIn(time_zone)),
    send: (values) => log.mutateAsync(callBody(values)),
    onDone(_, values) {
      announce(loggedText(values));
      editing.form.setValues({ ...NEW_CALL, kind: editing.form.getValues().kind });
      prompt.close();
    },
    failed: (error) => `The entry was not logged. ${error.message}`,
    logText: 'the call could not be logged',
  });
  const { form, isSaving, failure, submit } = editing;
  return (
    <PromptLine prompt={prompt} label="Log a call or note" icon={IconPhone}>
      <form noValidate onSubmit={submit}>
        <div className={styles.line}>
          <TextInput
            aria-label="Call notes"
            placeholder="Asked about the new premium"
            autoComplete="off"
            maxLength={MAX_CALL_TEXT}
            className={styles.text ?? ''}
            {...form.getInputProps('text')}
          />
          <NativeSelect aria-label="Type" data={KIND_CHOICES} {...form.getInputProps('kind')} />
          <NativeSelect
            aria-label="Outcome"
            data={OUTCOME_CHOICES}
            disabled={form.values.kind === 'note'}
            {...form.getInputProps('outcome')}
          />
          <DateInput
            aria-label="Next follow-up"
            isUpcoming
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
    </PromptLine>
  );
}
