import { upcomingDays } from '@ledgerline/contract/rules';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { localDay } from '../../lib/local-day.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { DateInput } from './date-input.tsx';
import { PhoneInput } from './formatted-input.tsx';

function Phone() {
  const [value, setValue] = useState('');
  return <PhoneInput label="Phone" value={value} onChange={setValue} />;
}

function Birthday({ received }: { received: (value: string | null) => void }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <DateInput
      label="Born"
      isBirthday
      value={value}
      onChange={(next) => {
        received(next);
        setValue(next);
      }}
    />
  );
}

function textIn(label: string): string {
  const input = screen.getByLabelText(label);
  return input instanceof HTMLInputElement ? input.value : '';
}

describe('a phone input', () => {
  it('formats while typing, and can be deleted character by character', async () => {
    renderPart(<Phone />);
    await userEvent.type(screen.getByLabelText('Phone'), '5551234567');
    expect(textIn('Phone')).toBe('(555) 123-4567');
    await userEvent.type(screen.getByLabelText('Phone'), '{Backspace>14/}');
    expect(textIn('Phone')).toBe('');
  });

  it('formats what is pasted', async () => {
    renderPart(<Phone />);
    await userEvent.click(screen.getByLabelText('Phone'));
    await userEvent.paste(' 1 555 123 4567 ');
    expect(textIn('Phone')).toBe('(555) 123-4567');
  });

  it('strips separators and extensions of other programs from pasted text', async () => {
    renderPart(<Phone />);
    await userEvent.click(screen.getByLabelText('Phone'));
    await userEvent.paste('305.555.0123');
    expect(textIn('Phone')).toBe('(305) 555-0123');
    await userEvent.tripleClick(screen.getByLabelText('Phone'));
    await userEvent.paste('305/555/0123 ext. 4');
    expect(textIn('Phone')).toBe('305-555-0123 (4)');
  });
});

describe('a date input', () => {
  it.each([
    ['05/31/1990', '1990-05-31', '05/31/1990'],
    ['5/3/90', '1990-05-03', '05/03/1990'],
    ['1990-05-31', '1990-05-31', '05/31/1990'],
  ])('parses %s', async (typed, value, shown) => {
    const received: (string | null)[] = [];
    renderPart(<Birthday received={(next) => received.push(next)} />);
    await userEvent.type(screen.getByLabelText('Born'), typed);
    await userEvent.tab();
    expect(received.at(-1)).toBe(value);
    expect(textIn('Born')).toBe(shown);
  });

  it('keeps invalid dates as typed, shows an error and leaves rejection to the form', async () => {
    const received: (string | null)[] = [];
    renderPart(<Birthday received={(next) => received.push(next)} />);
    await userEvent.type(screen.getByLabelText('Born'), '02/30/1990');
    await userEvent.tab();
    expect(received.at(-1)).toBe('02/30/1990');
    expect(textIn('Born')).toBe('02/30/1990');
    expect(screen.getByText('Must be a date such as 05/31/1990')).toBeDefined();
  });

  it('is empty again when cleared', async () => {
    const received: (string | null)[] = [];
    renderPart(<Birthday received={(next) => received.push(next)} />);
    await userEvent.type(screen.getByLabelText('Born'), '05/31/1990');
    await userEvent.clear(screen.getByLabelText('Born'));
    await userEvent.tab();
    expect(received.at(-1)).toBeNull();
  });

  it('opens its picker on the decades for an empty birthday', async () => {
    renderPart(<Birthday received={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'Pick a date' }));
    expect(await screen.findByText('1980 – 1989')).toBeDefined();
  });
});

describe('the input of an upcoming date', () => {
  function Due() {
    const [value, setValue] = useState<string | null>(null);
    return <DateInput label="Due" isUpcoming value={value} onChange={setValue} />;
  }
  const shown = (day: string | undefined) => `${day?.slice(5, 7)}/${day?.slice(8)}/${day?.slice(0, 4)}`;
  const [tomorrow, week] = upcomingDays(localDay());

  it('reads “tomorrow”, and names a fitting example when it cannot read a text', async () => {
    renderPart(<Due />);
    await userEvent.type(screen.getByLabelText('Due'), 'tomorrow{Enter}');
    expect(textIn('Due')).toBe(shown(tomorrow?.day));
    await userEvent.clear(screen.getByLabelText('Due'));
    await userEvent.type(screen.getByLabelText('Due'), 'some day{Enter}');
    expect(
      await screen.findByText(`Must be a date such as ${shown(localDay())} or “tomorrow”`),
    ).toBeDefined();
  });

  it('offers a week from today beside the calendar', async () => {
    renderPart(<Due />);
    await userEvent.click(screen.getByRole('button', { name: 'Pick a date' }));
    await userEvent.click(await screen.findByRole('button', { name: '1 week' }));
    expect(textIn('Due')).toBe(shown(week?.day));
  });
});
