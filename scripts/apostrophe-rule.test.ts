import { expect, it } from 'vitest';
import { apostropheProblems } from './apostrophe-rule.ts';

const problemsOf = (text: string, file = 'web/src/app/page.tsx') => apostropheProblems({ file, text });

it.each([
  `const text = "Couldn't save the client.";`,
  "const text = `The client's notes`;",
  `const note = <p>The client's notes</p>;`,
])('reports a straight apostrophe in a text: %s', (text) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining('a straight apostrophe')]);
});

it.each([
  'const text = "Couldn’t save the client.";',
  `const sql = "where status = 'sent' and kind = 'task'";`,
  `// The client's notes.`,
  `const field = { aliases: ["driver's license"] };`,
])('accepts %s', (text) => {
  expect(problemsOf(text)).toEqual([]);
});

it('ignores tests', () => {
  expect(problemsOf(`const text = "Couldn't";`, 'web/src/app/page.test.tsx')).toEqual([]);
});
