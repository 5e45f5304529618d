import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { accessScopeProblems } from './access-scope-rule.ts';
import { apostropheProblems } from './apostrophe-rule.ts';
import { classProblems } from './css-class-rule.ts';
import { dialogsWithoutFailureTest } from './dialog-rule.ts';
import { diskProblems } from './disk-rule.ts';
import { featureNameProblems } from './feature-name-rule.ts';
import { flagProblems, flagsOf } from './flag-rule.ts';
import { lengthProblems } from './length-rule.ts';
import { privateNameProblems } from './private-name-rule.ts';
import { type Owners, ownersOf, tableProblems } from './table-rule.ts';
import { webNameProblems } from './web-name-rule.ts';

/**
 * Rules beyond imports: long files, generic or nonstandard names, straight apostrophes, casts, unfinished work, dialogs outside the stack
 * or without a test of failed requests, unused CSS classes, direct disk writes, flag checks outside policies, and access to
 * tables of other features or past the access scope (docs/contributing.md, docs/architecture.md).
 */
const MIN_MODULES = 120;

const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|manager|misc|info|index|services|handlers?)\.tsx?$/;
const SOURCE = /^(contract|host|postgres|server|web|fakes|e2e|bench|scripts)\/.*\.tsx?$/;
const LIMITED = /\.(ts|tsx|mjs|css)$/;

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\n'))].filter((file) => LIMITED.test(file) && existsSync(file));
}

function nameProblems(file: string): string[] {
  const problems: string[] = [];
  if (FORBIDDEN_NAMES.test(file)) problems.push('a generic name: name the file after its content');
  return problems;
}

/** A library dialog outside the stack manages its own z-index and could open beneath the dialog that opened it. */
const LIBRARY_DIALOG =
  /import \{[^}]*\b(?<!type )(Modal|ModalBase|ModalRoot|Drawer|Dialog|Spotlight|useModalsStack|useDrawersStack)\b[^}]*\} from '@mantine\//;

function dialogProblems(file: string, text: string): string[] {
  const isApart = LIBRARY_DIALOG.test(text) && !text.includes('useDialogLayer(');
  return file.startsWith('web/src/') && isApart
    ? ['a dialog outside the stack: use components/ui/dialog.tsx, or register with useDialogLayer']
    : [];
}

/** Test files share processes (vitest.config.ts): replacing a module in one would replace it in others. */
const REPLACES_MODULES = /\bvi\.mock\(/;
const TEST = /\.test\.tsx?$/;
const ALONE = /\.alone\.test\.tsx$/;

function aloneProblems(file: string, text: string): string[] {
  if (!TEST.test(file) || ALONE.test(file) === REPLACES_MODULES.test(text)) return [];
  return ['tests that replace modules with vi.mock, and only these, are named *.alone.test.tsx'];
}

const MARKS: [RegExp, string][] = [
  [/@ts-(ignore|nocheck|expect-error)/, 'disables the type check'],
  [/\b(it|test|describe)\.(only|todo)\b/, 'an exclusive or unfinished test'],
  [/\bTODO\b(?!\(#\d+\))/, 'a TODO without an issue number'],
  [/\b(FIXME|XXX)\b/, 'a marker of unfinished work'],
];

/** Casts are allowed in the platform, tests and scripts; `as const` is not a cast. */
const CASTS_ALLOWED =
  /^(server\/src\/platform|fakes|e2e|bench|scripts)\/|\/testing\/|\.test\.tsx?$|^contract\/src\/endpoint\.ts$/;

function castProblems(file: string, text: string): string[] {
  if (CASTS_ALLOWED.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const problems: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isAsExpression(node) && node.type.getText(source) !== 'const') {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      problems.push(`line ${line + 1}: a cast with "as", which only platform, tests and scripts may use`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

function markProblems(lines: string[]): string[] {
  return lines.flatMap((line, position) =>
    MARKS.filter(([mark]) => mark.test(line)).map(([, meaning]) => `line ${position + 1}: ${meaning}`),
  );
}

function problemsOf(file: string, text: string, owners: Owners): string[] {
  const lines = text.split('\n');
  return [
    ...nameProblems(file),
    ...webNameProblems(file, text),
    ...(file === 'scripts/check-structure.ts' ? [] : markProblems(lines)),
    ...castProblems(file, text),
    ...dialogProblems(file, text),
    ...aloneProblems(file, text),
    ...diskProblems(file, text),
    ...tableProblems({ file, text }, owners),
    ...flagProblems({ file, text }, flags),
    ...accessScopeProblems({ file, text }),
    ...privateNameProblems({ file, text }),
    ...apostropheProblems({ file, text }),
  ];
}

const tracked = trackedFiles().map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const files = tracked.filter(({ file }) => SOURCE.test(file));
const owners = ownersOf(files);
const flags = flagsOf(files);
let count = 0;
for (const { file, text } of files) {
  const problems = problemsOf(file, text, owners);
  for (const problem of problems) console.log(`${file}: ${problem}`);
  count += problems.length;
}
for (const problem of [
  ...tracked.flatMap(({ file, text }) => lengthProblems(text).map((problem) => `${file}: ${problem}`)),
  ...classProblems(tracked),
  ...dialogsWithoutFailureTest(files),
  ...featureNameProblems(files),
]) {
  console.log(problem);
  count++;
}
if (files.length < MIN_MODULES) {
  console.log(`found only ${files.length} source files; at least ${MIN_MODULES} were expected`);
  count++;
}
process.exitCode = count === 0 ? 0 : 1;
