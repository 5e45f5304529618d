import { isCalendarDate } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Radio, Stack, Text } from '@mantine/core';
import { DateInput, notADate } from '../../components/ui/date-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useSnooze } from './api.ts';
import { namedDay, snoozeDays } from './snooze-days.ts';
import { itemText } from './today-text.ts';

/** Props of item dialogs. */
export interface ItemDialogProps {
  item: TodayItem;
  today: string;
  onClose: () => void;
}

interface SnoozeDialogProps extends ItemDialogProps {
  /** Called with the new date. */
  onSnoozed: (until: string) => void;
}

/** Snoozes an item: Enter selects tomorrow. */
export function SnoozeDialog({ onClose, ...props }: SnoozeDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title="Snooze" size="xs">
      <SnoozeForm onClose={onClose} {...props} />
    </GuardedModal>
  );
}

const OTHER = 'other';

interface Chosen {
  /** A date, or the marker for a typed one. */
  choice: string;
  day: string | null;
}

const dayOf = ({ choice, day }: Chosen) => (choice === OTHER ? (day ?? '') : choice);

function SnoozeForm({ item, today, onClose, onSnoozed }: SnoozeDialogProps) {
  const snooze = useSnooze();
  const days = snoozeDays(today);
  const editing = useEditing<Chosen, unknown>({
    start: { choice: days[0]?.day ?? OTHER, day: null },
    check: (values) => ({ day: values.choice === OTHER && wrongDay(values.day, today) }),
    send: (values) => snooze.mutateAsync({ item, until: dayOf(values) }),
    onDone(_, values) {
      onClose();
      onSnoozed(dayOf(values));
    },
    logText: 'the item could not be snoozed',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} gap="md" save="Snooze">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {itemText(item)}. Hides it for everyone until the date you choose.
      </Text>
      <Radio.Group label="Until" {...form.getInputProps('choice')}>
        <Stack gap={10} mt={6}>
          {days.map(({ label, day }, index) => (
            <Radio
              key={label}
              value={day}
              label={`${label}, ${namedDay(day)}`}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            />
          ))}
          <Radio value={OTHER} label="Another date" />
        </Stack>
      </Radio.Group>
      {form.values.choice === OTHER && (
        <DateInput
          label="Day"
          isUpcoming
          {...form.getInputProps('day')}
          onChange={(day) => form.setFieldValue('day', day)}
        />
      )}
    </DialogForm>
  );
}

/** Validates a future date; null when valid. */
export function wrongDay(day: string | null, today: string): string | null {
  if (day === null || !isCalendarDate(day)) return notADate('upcoming');
  return day <= today ? 'Must be a date after today' : null;
}
