import { dateDisplay, isCalendarDate, parseDate } from '@ledgerline/contract/rules';
import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { localDay } from '../../lib/local-day.ts';

const CalendarPanel = lazy(async () => ({ default: (await import('./calendar-panel.tsx')).CalendarPanel }));

export const NOT_A_DATE = 'Must be a date such as 05/31/1990';

export interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value?: string | null | undefined;
  /** 'YYYY-MM-DD', null when empty; invalid text is returned as typed, for the form's validation to reject. */
  onChange: (value: string | null) => void;
  /** Opens the picker on the decades when the field is empty. */
  isBirthday?: boolean;
}

/** A calendar date, typed (MM/DD/YYYY, pasted formats too) or picked. */
export function DateInput({ value = null, onChange, isBirthday = false, ...rest }: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const isDate = value !== null && isCalendarDate(value);
  const read = (text: string) => parseDate(text, { today: localDay(), isBirth: isBirthday });
  const wrong = typed === null && value !== null && value !== '' && !isDate ? NOT_A_DATE : null;

  function settle() {
    if (typed === null) return;
    const text = typed.trim();
    setTyped(null);
    onChange(text === '' ? null : (read(text) ?? text));
  }
  function pick(date: string | null) {
    setTyped(null);
    setOpened(false);
    onChange(date);
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      // A text box may not have aria-expanded; the button next to it announces that it opens a dialog.
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          placeholder="MM/DD/YYYY"
          inputMode="numeric"
          autoComplete="off"
          classNames={{ input: 'tabular' }}
          {...rest}
          error={rest.error ?? wrong}
          value={typed ?? dateDisplay(value)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            const text = event.currentTarget.value;
            const date = isComplete(text) ? read(text) : null;
            if (date !== null || text.trim() === '') onChange(date);
          }}
          onBlur={(event) => {
            settle();
            rest.onBlur?.(event);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
            rest.onKeyDown?.(event);
          }}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              disabled={rest.disabled ?? false}
              onClick={() => setOpened(!opened)}
              aria-label="Pick a date"
              aria-haspopup="dialog"
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton width={252} height={276} />}>
          <CalendarPanel value={isDate ? value : null} onPick={pick} isBirthday={isBirthday} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Has a four-digit year: two digits may be incomplete, and are parsed on blur. */
function isComplete(text: string): boolean {
  return /(?:^|\D)\d{4}$|^\d{4}-\d{1,2}-\d{1,2}$/.test(text.trim());
}
