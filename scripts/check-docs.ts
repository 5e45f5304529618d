import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as rules from '../contract/src/rules.ts';
import { PROVIDER_SETTINGS } from '../server/src/platform/provider-settings.ts';
import { SSO_SETTINGS } from '../server/src/platform/sso-settings.ts';
import { guideOf } from '../web/guide-files.ts';
import { guideProblems } from './guide-rule.ts';
import { recipeProblems } from './recipes.ts';
import { definitionsOf, followReferences } from './references.ts';
import { textsIn } from './screen-texts.ts';
import { asvsProblems, testReferences } from './test-references.ts';
import { walkProblems } from './walks.ts';

const PICTURES = 'docs/guide/pictures';
/** Sources of the texts in screens, emails and error messages, without tests and their fixtures. */
const SHOWN = /^(web|contract|server)\/src\/(?!.*(\/testing\/|\.test\.)).+\.tsx?$/;

/** The problems of docs/guide; `files` are the files of the repository. */
function problemsOfGuide(root: string, files: readonly string[]): string[] {
  const texts = files
    .filter((file) => SHOWN.test(file))
    .flatMap((file) => textsIn(file, readFileSync(path.join(root, file), 'utf8')));
  const pictures = readdirSync(path.join(root, PICTURES)).map((name): [string, number] => {
    return [`pictures/${name}`, statSync(path.join(root, PICTURES, name)).size];
  });
  try {
    return guideProblems(guideOf(), { texts, pictures: new Map(pictures) });
  } catch (error) {
    return [`docs/guide: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/**
 * Checks that docs name only existing commands, paths and settings and list every setting and package, that references to the
 * specification in docs and code resolve, that the files of walkthroughs and recipes exist, and that the texts which the guide
 * quotes occur on a screen.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
const root = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const scripts = new Set(Object.keys(root.scripts));
const workspaces: string[] = root.workspaces;
const OURS = new RegExp(
  `\`((?:${[...workspaces, 'bench', 'docs', 'scripts', '\\.ci'].join('|')})/[\\w./-]+)\``,
  'g',
);
const configText = readFileSync(path.join(ROOT, 'server/src/platform/config.ts'), 'utf8');
const settings = new Set([
  ...[...configText.matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:z|flag)\b/gm)].map(([, name = '']) => name),
  ...Object.keys(PROVIDER_SETTINGS),
  ...Object.keys(SSO_SETTINGS),
]);
/** Files that may reference the specification, except migrations, which never change. */
const REFERRING = /\.(tsx?|mjs|css|md)$/;
const OWN_EXAMPLES = /^scripts\/references(\.test)?\.ts$/;
const MIN_REFERENCES = 500;
const MIN_TEST_REFERENCES = 80;
const SHELL_NAMES = new Set(['PATH', 'BROWSER_PATH', 'E2E_PORT', 'API_PORT']);

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 16 * 1024 * 1024,
});
const files = [...new Set(tracked.split('\n'))].filter(
  (file) => file !== '' && existsSync(path.join(ROOT, file)),
);
const docs = files.filter((file) => file.endsWith('.md'));

const problems: string[] = [];
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

function checkPath(doc: string, name: string): void {
  const bare = name.replace(/[#:].*$/, '').replace(/\/$/, '');
  const candidates = [path.join(ROOT, bare), path.join(ROOT, path.dirname(doc), bare)];
  if (!candidates.some((candidate) => existsSync(candidate))) problems.push(`${doc}: no such path ${name}`);
}

for (const doc of docs) {
  const text = read(doc);
  for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!scripts.has(name)) problems.push(`${doc}: no such command npm run ${name}`);
  }
  for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g))
    checkPath(doc, target);
  for (const [, name = ''] of text.matchAll(OURS)) checkPath(doc, name);
  for (const [, cell = ''] of text.matchAll(/^\s*\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \|/gm)) {
    for (const [, name = ''] of cell.matchAll(/`(\w+)`/g))
      if (!settings.has(name) && !SHELL_NAMES.has(name)) problems.push(`${doc}: no such setting ${name}`);
  }
}

/** The manually maintained lists: settings in the README, packages in docs/dependencies.md. */
function checkLists(): void {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
  const listedNames = new Set(rows.flatMap((row) => (row.split(' | ')[0] ?? '').match(/[A-Z][A-Z0-9_]+/g)));
  for (const name of settings) {
    if (!listedNames.has(name)) problems.push(`README.md: the setting ${name} is missing`);
  }
  const operations = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8');
  for (const name of Object.keys(PROVIDER_SETTINGS)) {
    if (!operations.includes(`\`${name}\``))
      problems.push(`docs/operations.md: the setting ${name} is missing`);
  }
  const listed = readFileSync(path.join(ROOT, 'docs/dependencies.md'), 'utf8');
  for (const workspace of ['.', ...workspaces]) {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, workspace, 'package.json'), 'utf8'));
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      if (!listed.includes(`| \`${name}\` | ${version} |`))
        problems.push(`docs/dependencies.md: no row for ${name} ${version} of ${workspace}`);
    }
  }
}

/** The parts that a decision record must have, in this order. */
const DECISION_PARTS = [
  /^# \d{3} /,
  /^Date: \d{4}-\d\d-\d\d\b/m,
  /^Status: /m,
  /^## Context$/m,
  /^## Decision$/m,
  /^## Consequences$/m,
];

function checkDecisions(): void {
  for (const doc of docs.filter((file) => /^docs\/decisions\/\d/.test(file))) {
    const at = DECISION_PARTS.map((part) => read(doc).search(part));
    for (const [n, position] of at.entries()) {
      if (position <= (at[n - 1] ?? -1))
        problems.push(`${doc}: ${DECISION_PARTS[n]} is missing or too early`);
    }
  }
}

/** References from code and docs to docs/specification and the decision records; the rules of DESIGN 10 by name. */
function checkReferences(): void {
  const pages = docs.filter((doc) => doc.startsWith('docs/specification/')).map(read);
  const { defined, twice } = definitionsOf(pages, readdirSync(path.join(ROOT, 'docs/decisions')));
  for (const name of twice) problems.push(`docs/specification: ${name} is defined twice`);
  let followed = 0;
  for (const file of files.filter((name) => REFERRING.test(name) && !OWN_EXAMPLES.test(name))) {
    const found = followReferences(file, read(file), defined);
    if (!file.startsWith('docs/specification/')) followed += found.followed;
    problems.push(...found.problems);
  }
  if (followed < MIN_REFERENCES) problems.push(`found only ${followed} references to docs/specification`);
  const listed = read('docs/specification/design.md').split('## DESIGN 10')[1] ?? '';
  for (const [, name = ''] of listed.matchAll(/^\| `(\w+)` \|/gm)) {
    if (!(name in rules)) problems.push(`docs/specification/design.md: contract/src/rules.ts has no ${name}`);
  }
}

/** The walkthroughs in docs/walks, row by row. */
function checkWalks(): void {
  const textOf = (file: string) => (files.includes(file) ? read(file) : undefined);
  const walks = docs.filter((doc) => /^docs\/walks\/(?!README)/.test(doc));
  for (const doc of walks) problems.push(...walkProblems(doc, read(doc), textOf));
  if (walks.length === 0) problems.push('found no walkthrough in docs/walks');
}

/** The recipes of docs/contributing.md. */
function checkRecipes(): void {
  const doc = 'docs/contributing.md';
  problems.push(...recipeProblems(read(doc), files).map((problem) => `${doc}: ${problem}`));
}

/** The version of package.json has a dated section in the changelog, for people who upgrade. */
function checkChangelog(): void {
  const heading = new RegExp(`^## \\[${root.version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm');
  if (!heading.test(read('CHANGELOG.md'))) problems.push(`CHANGELOG.md: no section for ${root.version}`);
}

/** The tests that documents cite, and the ASVS table. */
function checkTestReferences(): void {
  const textOf = (file: string) => (files.includes(file) ? read(file) : undefined);
  let followed = 0;
  for (const doc of docs) {
    const found = testReferences(read(doc), textOf);
    followed += found.followed;
    problems.push(...found.problems.map((problem) => `${doc}: ${problem}`));
  }
  if (followed < MIN_TEST_REFERENCES) problems.push(`found only ${followed} tests cited in documents`);
  const asvs = 'docs/security/asvs.md';
  problems.push(...asvsProblems(read(asvs)).map((problem) => `${asvs}: ${problem}`));
}

checkLists();
checkTestReferences();
checkChangelog();
checkReferences();
checkDecisions();
checkWalks();
checkRecipes();
problems.push(...problemsOfGuide(ROOT, files));
if (docs.length < 5) problems.push(`found only ${docs.length} documents`);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
