import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { richTextProblem } from './rich-text.ts';

describe('richTextProblem', () => {
  it.each([
    ['plain text', 'five < six & seven'],
    ['a long formatted note', '<p>One <b>two</b> <a href="https://example.org">three</a></p>'.repeat(600)],
    ['an email quoted forty times', `${'<blockquote>'.repeat(40)}hello${'</blockquote>'.repeat(40)}`],
    [
      'paragraphs and list items without end tags',
      `${'<p>one'.repeat(300)}<ul>${'<li>two'.repeat(300)}</ul>`,
    ],
    ['line breaks, which nest nothing', '<br>'.repeat(4000)],
    ['closing tags only', '</b>'.repeat(4000)],
  ])('accepts %s', (_what, html) => {
    expect(richTextProblem(html)).toBeNull();
  });

  it.each([
    ['many tags', '<b>x</b>'.repeat(3000), 'more than 5,000 tags'],
    ['opening brackets that are not tags', '<'.repeat(5001), 'more than 5,000 tags'],
    ['deep nesting', '<b>'.repeat(101), 'more than 100 levels'],
    [
      'deep nesting that closing tags of other elements seem to end',
      '<b></i>'.repeat(101),
      'more than 100 levels',
    ],
    ['deep nesting of unknown elements', '<x-y>'.repeat(101), 'more than 100 levels'],
    ['deep nesting in capitals and attributes', '<B a="1">'.repeat(101), 'more than 100 levels'],
    ['alternating open-ended elements', '<p><li>'.repeat(60), 'more than 100 levels'],
  ])('rejects %s', (_what, html, reason) => {
    expect(richTextProblem(html)).toContain(reason);
    expect(richTextProblem(html)).toContain('Paste it as plain text');
  });

  it('returns the same result before and after a text is trimmed and made well-formed', () => {
    const piece = fc.constantFrom('<b>', '</b>', '<', ' ', '\t', '\ud800', 'x', '<\udc00i>', '\ufeff');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
        const raw = pieces.join('');
        expect(richTextProblem(raw.toWellFormed().trim())).toBe(richTextProblem(raw));
      }),
    );
  });
});
