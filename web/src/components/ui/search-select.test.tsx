import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { SearchSelect } from './search-select.tsx';

function Language({ start, isRequired = false }: { start: string | null; isRequired?: boolean }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <SearchSelect
        label="Language"
        data={['English', 'Spanish']}
        allowDeselect={!isRequired}
        value={value}
        onChange={setValue}
      />
      <output>{value ?? 'none'}</output>
    </>
  );
}

const input = () => screen.getByRole('combobox', { name: 'Language' });
const chosen = () => screen.getByRole('status').textContent;

test('Enter takes the first match of what was typed, also over a chosen option', async () => {
  renderPart(<Language start={null} />);
  await userEvent.tab();
  await userEvent.keyboard('sp{Enter}');
  expect(chosen()).toBe('Spanish');
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  await userEvent.keyboard('en{Enter}');
  expect(chosen()).toBe('English');
});

test('Enter takes the first match of a single letter and of pasted text', async () => {
  renderPart(<Language start={null} />);
  await userEvent.tab();
  await userEvent.keyboard('p{Enter}');
  expect(chosen()).toBe('Spanish');
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  await userEvent.paste('english');
  await userEvent.keyboard('{Enter}');
  expect(chosen()).toBe('English');
});

test.each([
  [false, 'none'],
  [true, 'Spanish'],
])(
  'Enter in an emptied field never takes an option that was not typed (required: %s)',
  async (isRequired, value) => {
    renderPart(<Language start="Spanish" isRequired={isRequired} />);
    await userEvent.clear(input());
    await userEvent.keyboard('{Enter}');
    expect(chosen()).toBe(value);
  },
);

test('Enter submits the form only while the list is closed', async () => {
  const submit = vi.fn((event: FormEvent) => event.preventDefault());
  renderPart(
    <form onSubmit={submit}>
      <Language start={null} />
      <button type="submit">Save</button>
    </form>,
  );
  await userEvent.tab();
  await userEvent.keyboard('xyz{Enter}');
  expect(submit).not.toHaveBeenCalled();
  await userEvent.clear(input());
  await userEvent.keyboard('sp{Enter}');
  expect([chosen(), submit.mock.calls.length]).toEqual(['Spanish', 0]);
  await userEvent.keyboard('{Enter}');
  expect(submit).toHaveBeenCalledTimes(1);
});

test('does not open on focus, and shows a message when nothing matches', async () => {
  renderPart(<Language start={null} />);
  await userEvent.tab();
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.keyboard('xyz');
  expect(await screen.findByText('No matches')).toBeDefined();
});

test.each([
  ['English', 1],
  ['', 0],
])('offers to clear a choice, not an empty text (%s)', (value, count) => {
  renderPart(<SearchSelect label="Language" data={['English']} clearable value={value} />);
  expect(document.querySelectorAll('button')).toHaveLength(count);
});
