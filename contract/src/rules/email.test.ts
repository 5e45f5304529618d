import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanEmail, isEmail } from './email.ts';

describe('cleanEmail', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    ['  Ana.B+c@Mail.example.co\t', 'Ana.B+c@Mail.example.co'],
    ['Ana Lee <ana@example.com>', 'ana@example.com'],
    ['"Lee, Ana" <ana@example.com>;', 'ana@example.com'],
    ['<ana@example.com>', 'ana@example.com'],
    ['ana@example.com <ana@example.com>', 'ana@example.com'],
    ['Ana <mailto:ana@example.com>', 'ana@example.com'],
    ['"ana@example.com"', 'ana@example.com'],
    ["'ana@example.com'", 'ana@example.com'],
    ['“ana@example.com”', 'ana@example.com'],
    ['(ana@example.com)', 'ana@example.com'],
    ['mailto:ana@example.com', 'ana@example.com'],
    ['MAILTO:ana@example.com?subject=Your%20plan', 'ana@example.com'],
    ['ana@example.com.', 'ana@example.com'],
    ['ana@example.com,', 'ana@example.com'],
    ['ana@example.com;', 'ana@example.com'],
    ['; ana@example.com:', 'ana@example.com'],
    ['\uFEFFana@example.com', 'ana@example.com'],
    ['ana@\u200Bexample.com\u200B', 'ana@example.com'],
    ['\u00A0ana@example.com\u00A0', 'ana@example.com'],
    ['\u202Aana@example.com\u202C', 'ana@example.com'],
    ['ana@exam\u00ADple.com', 'ana@example.com'],
    ['ana@example.com\r\n', 'ana@example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['jose\u0301@example.com', 'josé@example.com'],
    ['josé@müller.example', 'josé@müller.example'],
    ['用户@例子.公司', '用户@例子.公司'],
    ['почта＠пример。рф', 'почта@пример.рф'],
    ['ana@xn--mller-kva.example', 'ana@xn--mller-kva.example'],
    ['owner@localhost.localdomain', 'owner@localhost.localdomain'],
  ])('reads %j as %j', (text, address) => {
    expect(cleanEmail(text)).toBe(address);
  });

  it.each([
    '',
    ' ',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana@@example.com',
    'ana lee@example.com',
    'ana@exam ple.com',
    'ana@exam\u00A0ple.com',
    'ana@example..com',
    'ana..b@example.com',
    '.@example.com',
    'ana.@example.com',
    'ana@-example.com',
    'ana@example-.com',
    'ana@exam_ple.com',
    'ana@192.168.0.1',
    'ana@example.com, bo@example.com',
    'ana@example.com;bo@example.com',
    'ana@example.com/bo@example.com',
    'Ana <ana@example.com>, Bo <bo@example.com>',
    'ana@example.com bo',
    'ana@example.com\r\nbcc:bo@example.com',
    '"ana lee"@example.com',
    'ana<b@example.com',
    `ana@example.com${' '.repeat(1000)}`,
    'bo@example.com <ana@example.com>',
  ])('finds no address in %j', (text) => {
    expect(cleanEmail(text)).toBeNull();
    expect(isEmail(text)).toBe(false);
  });

  it('changes nothing that is already clean, whatever was pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.emailAddress(), (noise, address) => {
        for (const text of [noise, address, `${noise}${address}`, `${noise} <${address}>`]) {
          const clean = cleanEmail(text);
          if (clean !== null) expect(cleanEmail(clean)).toBe(clean);
          if (clean !== null) expect(clean).not.toMatch(/[\s<>,;:"()]/u);
        }
      }),
    );
  });
});
