import { expect, it } from 'vitest';
import { libraryName } from './library-name.ts';

it.each([
  ['Advisory Agreement.pdf', 'Advisory Agreement.pdf'],
  ['Acuerdo de asesoría.PDF', 'Acuerdo de asesoría.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\temp\\W-9.pdf', 'W-9.pdf'],
  ['.hidden.pdf', 'hidden.pdf'],
  ['..', 'Template.pdf'],
  ['', 'Template.pdf'],
  ['con.pdf', 'Template.pdf'],
  ['a\u0000b\n<script>.pdf', 'ab script.pdf'],
  ['\u202efdp.exe.pdf', 'fdp.exe.pdf'],
  [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(120)}.pdf`],
])('converts %j to the file name %j', (input, expected) => {
  expect(libraryName(input)).toBe(expected);
});
