import { expect, it } from 'vitest';
import { estimatedMinutes, type FormWork } from './form-time.ts';

it.each<[string, (FormWork | null)[], number | null]>([
  ['no forms', [], null],
  ['a form without anything to do', [{ questions: 0 }], null],
  ['one question', [{ questions: 1 }], 2],
  ['two minutes', [{ questions: 12 }], 2],
  ['a little more', [{ questions: 13 }], 3],
  ['three minutes and more', [{ questions: 19 }], 5],
  ['a long form', [{ questions: 45 }], 10],
  ['pages to sign', [{ pages: 10 }], 5],
  ['documents to send', [{ documents: 3 }], 3],
  ['several forms', [{ questions: 30 }, { pages: 4 }, { documents: 1 }], 10],
  ['an hour', [{ pages: 120 }], 60],
  ['more than an hour', [{ pages: 121 }], null],
  ['a form of unknown length', [{ questions: 30 }, null], null],
])('estimates the minutes for %s', (_case, forms, minutes) => {
  expect(estimatedMinutes(forms)).toBe(minutes);
});
