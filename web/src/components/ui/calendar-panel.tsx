import '@mantine/dates/styles.layer.css';
import { FocusTrap } from '@mantine/core';
import { DatePicker } from '@mantine/dates';

interface CalendarPanelProps {
  value: string | null;
  onPick: (date: string | null) => void;
  isBirthday: boolean;
}

/** The calendar of a date input: opens on the value's month, or on the decades for an empty birthday. */
export function CalendarPanel({ value, onPick, isBirthday }: CalendarPanelProps) {
  return (
    <FocusTrap active>
      <div>
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
