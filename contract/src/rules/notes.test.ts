import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storableNote } from './notes.ts';

describe('storableNote', () => {
  it.each([
    '',
    '   ',
    '<p><br></p>',
    '<p>&nbsp;</p>',
    '<p>&nbsp &#160;&#xA0;\u00a0\u200b</p>',
    '<p title="a > b"></p>',
    "<p title = 'x'> </p>",
    '<!-- a comment --><p></p>',
    '<!--><br>',
    '<script>alert(1)</script>',
    '<style>p { color: red }</style >',
    '<script>if (a < b) "</p>"',
    '<!doctype html><?xml x?></>',
    '<img src="x" onerror="alert(1)">',
    '<p unfinished',
    '<!-- unfinished',
  ])('stores nothing for %j', (html) => {
    expect(storableNote(html)).toBe('');
  });

  it.each([
    '<p><b>x</b></p>',
    'plain',
    '1 < 2',
    '<',
    '<p ">text</p>',
    "<p it's>text</p>",
    '&amp;',
    '&lt;p&gt;',
    '<script>x</script>y',
    '<scripted>x</scripted>',
    '<p>  padded  </p>',
    '<3',
    '👍',
  ])('stores %j unchanged', (html) => {
    expect(storableNote(html)).toBe(html);
  });

  it('stores nothing for no note', () => {
    expect(storableNote(null)).toBe('');
    expect(storableNote(undefined)).toBe('');
  });

  it('preserves any text inside any nesting of tags, and drops the same tags without it', () => {
    const tags = fc.array(fc.constantFrom('p', 'b', 'ul', 'li', 'a href="x>y"', "span data-a='\"'"), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(tags, (names) => {
        const open = names.map((name) => `<${name}>`).join('');
        const close = names
          .map((name) => `</${name.split(' ')[0]}>`)
          .reverse()
          .join('');
        expect(storableNote(`${open} ${close}`)).toBe('');
        expect(storableNote(`${open}x${close}`)).toBe(`${open}x${close}`);
      }),
    );
  });

  it('reads a megabyte of broken markup in one pass', () => {
    const started = performance.now();
    for (const piece of ['<a', '<', '<a "', '<a ="', '<!-', '</', '&#x', '<script']) {
      storableNote(piece.repeat(1_000_000 / piece.length));
    }
    // Rescanning from each piece would take many minutes.
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
