import { expect, test } from 'vitest';
import { textMessageUri } from './text-link.tsx';

const uri = (phone: string, language = '') =>
  textMessageUri({ phone, language }, 'https://forms.example.com/f/a?b=1&c=2', 'Rivers & Cole');

test.each([
  ['3055551234', 'sms:3055551234?&body='],
  ['(305) 555-1234', 'sms:3055551234?&body='],
  ['13055551234', 'sms:+13055551234?&body='],
  ['+44 20 7946 0018', 'sms:+442079460018?&body='],
])('opens the messaging app with the number %s', (phone, start) => {
  expect(uri(phone)?.startsWith(start)).toBe(true);
});

test.each([
  ['', 'Your forms from Rivers & Cole: '],
  ['English', 'Your forms from Rivers & Cole: '],
  ['Spanish', 'Sus formularios de Rivers & Cole: '],
  ['Portuguese', 'Seus formulários de Rivers & Cole: '],
  ['Klingon', 'Your forms from Rivers & Cole: '],
])('is written in the language of the client: %s', (language, text) => {
  const body = uri('3055551234', language)?.split('body=')[1] ?? '';
  expect(decodeURIComponent(body)).toBe(`${text}https://forms.example.com/f/a?b=1&c=2`);
});

test.each(['', ' ', 'none'])('needs a number: %j', (phone) => {
  expect(uri(phone)).toBeNull();
});
