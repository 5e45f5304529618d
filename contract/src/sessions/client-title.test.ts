import { expect, test } from 'vitest';
import { sessionTitlesOf } from './client-title.ts';

test.each([
  ['', 'Your forms from A. & Co.', 'Sus formularios de A. & Co.', 'Seus formulários de A. & Co.'],
  ['Home 2027', 'Home 2027', 'Home 2027', 'Home 2027'],
])('a session with the title %j is called %s', (client_title, en, es, pt) => {
  expect(sessionTitlesOf({ client_title }, 'A. & Co.')).toEqual({ en, es, pt });
});
