import { expect, test } from 'vitest';
import { commandsOf, matchesCommand } from './commands.ts';

const found = (text: string) =>
  commandsOf(null)
    .filter((command) => matchesCommand(command, text))
    .map(({ label }) => label);

test.each([
  ['new invoice', 'New Invoice'],
  ['invoice new', 'New Invoice'],
  ['refund', 'Refund or Record a Payment (in Payments)'],
  ['start session', 'Start a Session (on the Client’s Page)'],
  ['send forms', 'Start a Session (on the Client’s Page)'],
  ['new client', 'Add Client'],
  ['new task', 'Add Task…'],
  ['upload clients', 'Import Clients'],
  ['KEYBOARD', 'Keyboard'],
])('%s finds %s', (text, label) => {
  expect(found(text)).toContain(label);
});

test.each(['voice', 'xyz', 'new invoice xyz', 'refund client ana'])(
  '%s does not find a command, because a typed word is no prefix of its words',
  (text) => {
    expect(found(text)).not.toContain('Refund or Record a Payment (in Payments)');
  },
);

test('every command has its own label', () => {
  const labels = found('');
  expect(new Set(labels).size).toBe(labels.length);
});
