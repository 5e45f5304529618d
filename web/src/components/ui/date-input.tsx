import { dateDisplay, isCalendarDate, parseDate } from '@ledgerline/contract/rules';
import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { localDay } from '../../lib/local-day.ts';

const CalendarPanel = lazy(async () => ({ default: (await import('./calendar-panel.tsx')).CalendarPanel }));

/** The error of a date that could not be read, with an example that fits the field. */
export function notADate(kind: 'birth' | 'recent' | 'upcoming'): string {
  const example = kind === 'birth' ? '05/31/1990' : dateDisplay(localDay());
  return `Must be a date such as ${example}${kind === 'upcoming' ? ' or “tomorrow”' : ''}`;
}

export interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value?: string | null | undefined;
  /** 'YYYY-MM-DD', null when empty; invalid text is returned as typed, for the form's validation to reject. */
  onChange: (value: string | null) => void;
  /** Opens the picker on the decades when the field is empty. */
  isBirthday?: boolean;
  /** Accepts '12/2' and 'tomorrow' and offers tomorrow, a week and a month. */
  isUpcoming?: boolean;
  /** False inside a popover, which a click in a portal would close. */
  withinPortal?: boolean;
}

/** A calendar date, typed (MM/DD/YYYY, pasted formats too) or picked. */
export function DateInput({
  value = null,
  onChange,
  isBirthday = false,
  isUpcoming = false,
  withinPortal = true,
  ...rest
}: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const isDate = value !== null && isCalendarDate(value);
  const read = (text: string) => parseDate(text, { today: localDay(), isBirth: isBirthday, isUpcoming });
  const kind = isUpcoming ? 'upcoming' : isBirthday ? 'birth' : 'recent';
  const wrong = typed === null && value !== null && value !== '' && !isDate ? notADate(kind) : null;

  function commit() {
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
      withinPortal={withinPortal}
      // A text box may not have aria-expanded; the button next to it announces that it opens a dialog.
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          placeholder="MM/DD/YYYY"
          inputMode={isUpcoming ? 'text' : 'numeric'}
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
            commit();
            rest.onBlur?.(event);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            rest.onKeyDown?.(event);
          }}
          rightSection={
            <ActionIcon
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
          <CalendarPanel
            value={isDate ? value : null}
            onPick={pick}
            isBirthday={isBirthday}
            isUpcoming={isUpcoming}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Has a four-digit year: two digits may be incomplete, and are parsed on blur. */
function isComplete(text: string): boolean {
  return /(?:^|\D)\d{4}$|^\d{4}-\d{1,2}-\d{1,2}$/.test(text.trim());
}
