import '@mantine/dates/styles.layer.css';
import { upcomingDays } from '@ledgerline/contract/rules';
import { Button, FocusTrap, Group } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { localDay } from '../../lib/local-day.ts';

interface CalendarPanelProps {
  value: string | null;
  onPick: (date: string | null) => void;
  isBirthday: boolean;
  isUpcoming: boolean;
}

/** The calendar of a date input: opens on the value's month, or on the decades for an empty birthday. */
export function CalendarPanel({ value, onPick, isBirthday, isUpcoming }: CalendarPanelProps) {
  return (
    <FocusTrap active>
      <div>
        {isUpcoming && (
          <Group gap={6} mb="xs" justify="space-between" wrap="nowrap">
            {upcomingDays(localDay()).map(({ label, day }) => (
              <Button key={label} variant="default" size="compact-sm" onClick={() => onPick(day)}>
                {label}
              </Button>
            ))}
          </Group>
        )}
        <DatePicker
          value={value}
          onChange={onPick}
          allowDeselect
          firstDayOfWeek={0}
          defaultLevel={isBirthday && value === null ? 'decade' : 'month'}
          {...(value ? { defaultDate: value } : isBirthday ? { defaultDate: '1980-01-01' } : {})}
          ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
        />
      </div>
    </FocusTrap>
  );
}
