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
  /** Hint for an empty follow-up date. */
  dayHint: string;
}

/** Phone number, outcome and next follow-up of a call. */
export function CalledFields({ item, form, dayHint }: CalledFieldsProps) {
  return (
    <>
      <Text size="sm">
        {phoneOf(item) === '' ? (
          'This client has no phone number.'
        ) : (
          <Anchor href={`tel:${phoneOf(item)}`}>{phoneDisplay(item.client_phone)}</Anchor>
        )}
      </Text>
      <TextInput
        label="Call notes"
        description="Saved with the outcome on the client's timeline."
        maxLength={MAX_CALL_TEXT}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('text')}
      />
      <NativeSelect label="Outcome" data={OUTCOME_CHOICES} {...form.getInputProps('outcome')} />
      <DateInput
        label="Next follow-up"
        isUpcoming
        description={dayHint}
        {...form.getInputProps('day')}
        onChange={(day) => form.setFieldValue('day', day)}
      />
    </>
  );
}
