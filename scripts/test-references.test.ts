import { describe, expect, it } from 'vitest';
import { ASVS_NUMBERS, asvsProblems, testReferences } from './test-references.ts';

describe('a page that cites tests', () => {
  const read = (file: string) =>
    file === 'a/b.test.ts' ? "it('rejects an expired link', () => {});" : undefined;

  it('is checked for each file and title', () => {
    const page = 'Shown by `a/b.test.ts` “rejects an expired link”; not by `a/b.ts` “anything”.';
    expect(testReferences(page, read)).toEqual({ followed: 1, problems: [] });
  });

  it('is reported if the file or the title does not exist', () => {
    const page = '`a/b.test.ts` “rejects a used link” and `a/c.test.ts` “rejects an expired link”';
    expect(testReferences(page, read).problems).toEqual([
      'a/b.test.ts has no test “rejects a used link”',
      'a/c.test.ts has no test “rejects an expired link”',
    ]);
  });
});

describe('the ASVS table', () => {
  const row = (number: string, verdict = 'met') => `| ${number} | what | ${verdict} | why |\n`;
  const complete = ASVS_NUMBERS.map((number) => row(number)).join('');

  it('has the 253 rows of levels 1 and 2', () => {
    expect(ASVS_NUMBERS).toHaveLength(253);
    expect(asvsProblems(complete)).toEqual([]);
  });

  it('is checked for missing, duplicate and unknown numbers and missing verdicts', () => {
    expect(asvsProblems(complete.replace(row('6.2.1'), ''))).toEqual(['no row for 6.2.1']);
    expect(asvsProblems(complete + row('6.2.1'))).toEqual(['duplicate row for 6.2.1']);
    expect(asvsProblems(complete + row('1.2.10'))).toEqual(['1.2.10 is not a requirement of level 2']);
    expect(asvsProblems(complete.replace(row('6.2.1'), row('6.2.1', 'fine')))).toEqual(['no row for 6.2.1']);
  });
});
