import { describe, expect, it } from 'vitest';
import { ASVS_NUMBERS, asvsProblems, testReferences } from './test-references.ts';

describe('a page that names tests', () => {
  const read = (file: string) => (file === 'a/b.test.ts' ? "it('does what it says', () => {});" : undefined);

  it('is followed to each file and title', () => {
    const page = 'Shown by `a/b.test.ts` “does what it says”; not by `a/b.ts` “anything”.';
    expect(testReferences(page, read)).toEqual({ followed: 1, problems: [] });
  });

  it('is wrong where the file or the title is not there', () => {
    const page = '`a/b.test.ts` “does more” and `a/c.test.ts` “does what it says”';
    expect(testReferences(page, read).problems).toEqual([
      'a/b.test.ts has no test “does more”',
      'a/c.test.ts has no test “does what it says”',
    ]);
  });
});

describe('the table of ASVS', () => {
  const row = (number: string, verdict = 'met') => `| ${number} | what | ${verdict} | why |\n`;
  const complete = ASVS_NUMBERS.map((number) => row(number)).join('');

  it('has the 253 lines of levels 1 and 2', () => {
    expect(ASVS_NUMBERS).toHaveLength(253);
    expect(asvsProblems(complete)).toEqual([]);
  });

  it('misses what is left out, twice there, not of level 2, or without a verdict', () => {
    expect(asvsProblems(complete.replace(row('6.2.1'), ''))).toEqual(['no line for 6.2.1']);
    expect(asvsProblems(complete + row('6.2.1'))).toEqual(['6.2.1 stands twice']);
    expect(asvsProblems(complete + row('1.2.10'))).toEqual(['1.2.10 is none of level 2']);
    expect(asvsProblems(complete.replace(row('6.2.1'), row('6.2.1', 'fine')))).toEqual(['no line for 6.2.1']);
  });
});
