import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { accessScopeProblems } from './access-scope-rule.ts';
import { classProblems } from './css-class-rule.ts';
import { unfailedDialogs } from './dialog-rule.ts';
import { diskProblems } from './disk-rule.ts';
import { featureNameProblems } from './feature-name-rule.ts';
import { flagProblems, flagsOf } from './flag-rule.ts';
import { privateNameProblems } from './private-name-rule.ts';
import { type Owners, ownersOf, tableProblems } from './table-rule.ts';
import { webNameProblems } from './web-name-rule.ts';

/**
 * What the import rules cannot see: names that say nothing, casts, marks of unfinished work, dialogs outside the
 * stack or without a test in which their calls fail, classes of CSS modules that nobody names, writing to the disk, who asks for flags, which feature names
 * which table and none its schema (docs/contributing.md, docs/architecture.md).
 */
const FEWEST_MODULES = 120;

const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|manager|misc|info|index|services|handlers?)\.tsx?$/;
const SOURCE = /^(contract|host|postgres|server|web|fakes|e2e|bench|scripts)\/.*\.tsx?$/;
const CSS_MODULE = /\.module\.css$/;

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\n'))].filter(
    (file) => (SOURCE.test(file) || CSS_MODULE.test(file)) && existsSync(file),
  );
}

function nameProblems(file: string): string[] {
  const problems: string[] = [];
  if (FORBIDDEN_NAMES.test(file))
    problems.push('a name that says nothing: name the file after what it holds');
  return problems;
}

/** A dialog of the library that keeps its own place would lie under the one it belongs on. */
const LIBRARY_DIALOG =
  /import \{[^}]*\b(?<!type )(Modal|ModalBase|ModalRoot|Drawer|Dialog|Spotlight|useModalsStack|useDrawersStack)\b[^}]*\} from '@mantine\//;

function dialogProblems(file: string, text: string): string[] {
  const isApart = LIBRARY_DIALOG.test(text) && !text.includes('useDialogLayer(');
  return file.startsWith('web/src/') && isApart
    ? ['a dialog outside the stack: use components/ui/dialog.tsx, or take the place from useDialogLayer']
    : [];
}

/** Test files share their processes (vitest.config.ts): one that replaces a whole module would replace it for others. */
const REPLACES_MODULES = /\bvi\.mock\(/;
const TEST = /\.test\.tsx?$/;
const ALONE = /\.alone\.test\.tsx$/;

function aloneProblems(file: string, text: string): string[] {
  if (!TEST.test(file) || ALONE.test(file) === REPLACES_MODULES.test(text)) return [];
  return ['a test that replaces modules with vi.mock is called *.alone.test.tsx, and no other is'];
}

const MARKS: [RegExp, string][] = [
  [/@ts-(ignore|nocheck|expect-error)/, 'switches the type check off'],
  [/\b(it|test|describe)\.(only|todo)\b/, 'a test singled out or left to do'],
  [/\bTODO\b(?!\(#\d+\))/, 'a TODO without an issue number'],
  [/\b(FIXME|XXX)\b/, 'a mark of unfinished work'],
];

/** Casts belong to the platform, to tests and to scripts; `as const` is no cast. */
const CASTS_ALLOWED =
  /^(server\/src\/platform|fakes|e2e|bench|scripts)\/|\/testing\/|\.test\.tsx?$|^contract\/src\/endpoint\.ts$/;

function castProblems(file: string, text: string): string[] {
  if (CASTS_ALLOWED.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const problems: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isAsExpression(node) && node.type.getText(source) !== 'const') {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      problems.push(`line ${line + 1}: a cast with "as"; casts belong to platform and tests`);
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
for (const problem of [...classProblems(tracked), ...unfailedDialogs(files), ...featureNameProblems(files)]) {
  console.log(problem);
  count++;
}
if (files.length < FEWEST_MODULES) {
  console.log(`saw only ${files.length} source files; at least ${FEWEST_MODULES} were expected`);
  count++;
}
process.exitCode = count === 0 ? 0 : 1;
