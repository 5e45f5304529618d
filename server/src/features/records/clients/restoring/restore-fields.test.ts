import { expect, it } from 'vitest';
import { rejectedText } from './restore-fields.ts';

it.each([
  [
    'names blake, an agent who was deleted',
    'could not be restored: it names blake, an agent who was deleted',
  ],
  ['This brokerage does not store it', 'could not be restored: This brokerage does not store it'],
])('a rejected earlier value is explained: %s', (message, text) => {
  expect(rejectedText(message)).toBe(text);
});
