import { expect, it } from 'vitest';
import { readGuide } from '../web/guide-text.ts';
import { guideProblems } from './guide-rule.ts';
import { textsIn } from './screen-texts.ts';

const CONTENTS = '# Guide\n\n1. [Day](day.md)\n';
const CODE = [
  'const a = <Button>Save it</Button>;',
  'show(`Sent to ${' + 'name}.`);',
  "show('Not ' + 'possible.');",
].join('\n');

const problems = (day: string, pictures: [string, number][] = []) =>
  guideProblems(
    readGuide(
      new Map([
        ['README', CONTENTS],
        ['day', `# Day\n\n${day}`],
      ]),
      () => ({ width: 10, height: 10 }),
    ),
    { texts: textsIn('a.tsx', CODE), pictures: new Map(pictures) },
  );

it.each([
  ['Press **Save it**.', []],
  ['> Sent to Ana.', []],
  ['> Not possible.', []],
  ['Press **Save**.', ['docs/guide/day.md: no screen contains “Save”']],
  ['> Sent to no one', ['docs/guide/day.md: no screen contains “Sent to no one”']],
  ['## One\n\n[back](#one)', []],
  ['[away](#two)', ['docs/guide/day.md: broken link: day.md#two']],
  ['## One\n\n## One', ['docs/guide/day.md: two sections have the id one']],
])('checks %j and reports %j', (day, found) => {
  expect(problems(day)).toEqual(found);
});

it('reports pictures that are unused, have no description or are too large', () => {
  expect(
    problems('![](pictures/a.webp)', [
      ['pictures/a.webp', 200_000],
      ['pictures/b.webp', 1],
    ]),
  ).toEqual([
    'docs/guide/day.md: pictures/a.webp has no description',
    'docs/guide/pictures/b.webp: used in no chapter',
    'docs/guide/pictures/a.webp: larger than 120 KB',
  ]);
});

it('rejects markup, and links and pictures from other sites', () => {
  for (const day of ['<b>bold</b>', '<script>x</script>', '[x](https://example.com)', '![x](//a/b.webp)'])
    expect(() => problems(day)).toThrow();
});
