import { expect, test } from 'vitest';
import { commitProblem } from './commit-rule.ts';

const LONGEST = `fix(web): ${'x'.repeat(62)}`;

test.each([
  'feat(forms): add reminders',
  'fix(esign-docusign): retry after a timeout',
  'refactor(web): rename v2 helpers',
  LONGEST,
])('accepts %s', (subject) => {
  expect(commitProblem(subject)).toBeNull();
});

test.each([
  ['style(web): format', /must be "type\(scope\): summary"/],
  ['feat: add reminders', /must be/],
  ['feat(forms) add reminders', /must be/],
  ['feat(forms):', /must be/],
  ['Feat(forms): add reminders', /must be/],
  [`${LONGEST}x`, /is 73 characters long/],
])('rejects %s', (subject, message) => {
  expect(commitProblem(subject)).toMatch(message);
});
