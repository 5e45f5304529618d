import { MAX_CALL_TEXT, phoneDisplay } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Anchor, NativeSelect, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DateInput } from '../../components/ui/date-input.tsx';
import { OUTCOME_CHOICES } from '../../domain/calls/call-text.ts';
import { phoneOf } from './next-actions.ts';
import type { FollowedUp } from './use-followed-up.ts';

interface CalledFieldsProps {
  item: TodayItem;
  form: UseFormReturnType<FollowedUp>;
  /** What it means that no next day is given. */
  dayHint: string;
}

/** The number that is called, what came of it and when to follow up next. */
export function CalledFields({ item, form, dayHint }: CalledFieldsProps) {
  return (
    <>
      <Text size="sm">
        {phoneOf(item) === '' ? (
          'No phone number is kept of this client.'
        ) : (
          <Anchor href={`tel:${phoneOf(item)}`}>{phoneDisplay(item.client_phone)}</Anchor>
        )}
      </Text>
      <TextInput
        label="What was said"
        description="Logged with the outcome on the client's timeline."
        maxLength={MAX_CALL_TEXT}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('text')}
      />
      <NativeSelect label="Outcome" data={OUTCOME_CHOICES} {...form.getInputProps('outcome')} />
      <DateInput
        label="Follow up next"
        description={dayHint}
        {...form.getInputProps('day')}
        onChange={(day) => form.setFieldValue('day', day)}
      />
    </>
  );
}
