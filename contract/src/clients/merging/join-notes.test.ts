import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../fields/catalog.ts';
import { differentNotes, joinNotes, joinProblem } from './join-notes.ts';

describe('notes of several clients', () => {
  it.each([
    ['both, separated by a blank line', ['<p>One</p>', '<p>Two</p>'], '<p>One</p><p></p><p>Two</p>'],
    ['plain text as paragraphs', ['One', '<ul><li>Two</li></ul>'], '<p>One</p><p></p><ul><li>Two</li></ul>'],
    ['equal texts once', ['<p>One</p>', ' <p>One</p> ', '<p>Two</p>'], '<p>One</p><p></p><p>Two</p>'],
    ['no empty texts', ['', null, undefined, '<p><br></p>', '<p>One</p>'], '<p>One</p>'],
    ['a single plain text unchanged', ['One', ''], 'One'],
    ['nothing', ['', null], ''],
  ])('join: %s', (_, values, joined) => {
    expect(joinNotes(differentNotes(values))).toBe(joined);
  });

  it.each([
    ['the longest text', `<p>${'x'.repeat(99_993)}</p>`, null],
    [
      'a longer one',
      `<p>${'x'.repeat(99_994)}</p>`,
      'would have 100,001 characters, and at most 100,000 can be stored. Choose one client’s text',
    ],
    ['the most tags', '<br>'.repeat(5000), null],
    ['more tags', '<br>'.repeat(5001), 'would have too much formatting. Choose one client’s text'],
  ])('are checked against the limits of the field: %s', (_, joined, problem) => {
    expect(joinProblem(joined, fieldNamed('notes'))).toBe(problem);
  });
});
