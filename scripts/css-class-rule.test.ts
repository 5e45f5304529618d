import { expect, it } from 'vitest';
import { classProblems } from './css-class-rule.ts';

const CSS = `
/* .remark */
.row { padding: 0.5em; }
.row:hover .name, .name[data-new] { color: red; }
:global(.outside) .row { margin: 0; }
@media (max-width: 10.5px) { .narrow { margin: 0; } }
`;

const problems = (code: string) =>
  classProblems([
    { file: 'web/src/a/row.module.css', text: CSS },
    { file: 'web/src/a/row.tsx', text: `import styles from './row.module.css';\n${code}` },
  ]);

it('reports unused classes and undefined class names', () => {
  expect(problems('const row = [styles.row, styles.name, styles.narrow];')).toEqual([]);
  expect(problems('const row = [styles.row, styles.narow, { styles: 1 }];')).toEqual([
    'web/src/a/row.module.css: unused class name',
    'web/src/a/row.module.css: unused class narrow',
    'web/src/a/row.module.css: has no class narow',
  ]);
});

it('requires literal class names, so that usages can be searched', () => {
  expect(
    problems('const row = (kind) => [styles[kind], styles.row, styles.name, styles.narrow];'),
  ).toHaveLength(1);
});
