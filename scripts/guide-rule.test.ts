import { expect, it } from 'vitest';
import { readGuide } from '../web/guide-text.ts';
import { guideProblems } from './guide-rule.ts';
import { textsIn } from './screen-texts.ts';

const CONTENTS = '# Guide\n\n1. [Day](day.md)\n';
const CODE = [
  'const a = <Button>Save it</Button>;',
  'say(`Sent to ${' + 'name}.`);',
  "say('Not ' + 'possible.');",
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
  ['Press **Save**.', ['docs/guide/day.md: no screen says “Save”']],
  ['> Sent to nobody', ['docs/guide/day.md: no screen says “Sent to nobody”']],
  ['## One\n\n[back](#one)', []],
  ['[away](#two)', ['docs/guide/day.md: a link leads nowhere: day.md#two']],
  ['## One\n\n## One', ['docs/guide/day.md: two sections are called one']],
])('of %j it says %j', (day, found) => {
  expect(problems(day)).toEqual(found);
});

it('names pictures that nothing shows, that nobody describes, and that are heavy', () => {
  expect(
    problems('![](pictures/a.webp)', [
      ['pictures/a.webp', 200_000],
      ['pictures/b.webp', 1],
    ]),
  ).toEqual([
    'docs/guide/day.md: pictures/a.webp is not described',
    'docs/guide/pictures/b.webp: no chapter shows it',
    'docs/guide/pictures/a.webp: larger than 120 KB',
  ]);
});

it('refuses markup, and links and pictures from elsewhere', () => {
  for (const day of ['<b>bold</b>', '<script>x</script>', '[x](https://example.com)', '![x](//a/b.webp)'])
    expect(() => problems(day)).toThrow();
});
