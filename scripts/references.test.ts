import { describe, expect, it } from 'vitest';
import { definitionsOf, followReferences } from './references.ts';

const PAGE = [
  '## 0§5 Input',
  '### 1§2.7 Payments',
  '## DESIGN 5 The field catalog',
  '### K12 Sums from the browser',
  'The server works them out again.',
  '### L7 Where schedules come from',
  '### F2 Two dialogs',
  '| PF-013 | 0§1 | A token opens its own form. |',
].join('\n');
const { defined } = definitionsOf([PAGE], ['022-signing.md', 'pictures']);

const follow = (text: string, file = 'server/src/features/invoices/rules.ts') =>
  followReferences(file, text, defined);
const isRejected = (text: string, file?: string) => follow(text, file).problems.length > 0;

describe('references to the specification', () => {
  it('collects definitions and reports duplicates', () => {
    expect(Object.values(defined).map((names) => [...names])).toEqual([
      ['0§5', '1§2.7'],
      ['PF-013'],
      ['5'],
      ['K12', 'L7', 'F2'],
      ['022'],
    ]);
    expect(definitionsOf([PAGE, '### L7 Again'], []).twice).toEqual(['L7']);
  });

  it('follows the one valid form of each kind', () => {
    for (const [text, count] of [
      ['/** Rounds (0§5, 1§2.7). */', 2],
      ['/** No other form (PF-013), as in DESIGN 5. */', 2],
      ['/** Decisions K12. */', 1],
      ['// Starts a schedule (1§2.7, decisions K12, L7)', 3],
      ['/**\n * A long line (decisions K12,\n * L7).\n */', 2],
      ["it('starts a schedule (decisions K12 and L7)', () => {", 2],
      ['/** Goes elsewhere (decision 022). */', 1],
    ] as const) {
      expect([text, follow(text)]).toEqual([text, { followed: count, problems: [] }]);
    }
  });

  it('reports references without a target', () => {
    expect(follow('/** Gone (0§6; decisions K13, Z1; PF-014; decision 099; DESIGN 11). */').problems).toEqual(
      [
        'sections has no 0§6',
        'requirements has no PF-014',
        'design has no 11',
        'decisions has no K13',
        'decisions has no Z1',
        'records has no 099',
      ].map((problem) => `server/src/features/invoices/rules.ts: ${problem}`),
    );
  });

  it('reports invalid forms', () => {
    for (const text of [
      '/** Of section §5. */',
      '/** As in DESIGN section 5. */',
      '/** Sums (decision K12). */',
      '/** Sums (K12). */',
      '/** Sums as in K12. */',
      '/** Sums (1§2.7, K12). */',
      '// Sums (decisions L7; K12)',
      "summary: 'Works out the sums (K12)',",
      '/** Elsewhere (decisions/022). */',
      '/** No other form (PF-13). */',
      '/** Requested (issue 5). */',
      '/** Quiet (ui.md). */',
    ]) {
      expect([text, isRejected(text)]).toEqual([text, true]);
    }
    expect(isRejected('K12 works them out.', 'docs/performance.md')).toBe(true);
  });

  it('ignores text that only resembles a reference', () => {
    for (const text of [
      "const cell = 'F2';",
      "press(F2); merge('K12', L7);",
      '/** Enter and `F2` open a cell. */',
      '/** Ids such as INV-013 and US-013, and the bucket in S3. */',
      "const time = '2026-11-22'; // a day",
    ]) {
      expect([text, follow(text)]).toEqual([text, { followed: 0, problems: [] }]);
    }
    const link = 'Closed ([decision 022](decisions/022-signing.md)), or `K12`.';
    expect(follow(link, 'docs/security.md')).toEqual({ followed: 1, problems: [] });
  });
});
