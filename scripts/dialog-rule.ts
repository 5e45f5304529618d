import path from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './table-rule.ts';

const SCREEN = /^web\/src\/(?!components\/|lib\/|testing\/).+(?<!\.test|\/api)\.tsx?$/;
const TEST = /^(web\/src\/.+\.test\.tsx|e2e\/journeys\/.+\.spec\.ts)$/;
const ENGLISH_MESSAGES = [
  'web/src/public/texts/messages/en.ts',
  'web/src/public/texts/messages/signing/en.ts',
];
/** What opens over a page; what only tells how something ended sends nothing. */
const DIALOGS = /^(Dialog|Drawer|GuardedModal|ClosingDialog|ConfirmDialog|DeleteDialog)$/;
/** These ask before something is done, by whoever opens them. */
const QUESTIONS = /^(ConfirmDialog|DeleteDialog)$/;
const SENDS = /\bmutate(Async)?\b|\buseEditing\b|\w+Caller\(|\bupload\w+\(/;
/** A test in which calls fail. */
const FAILS = /\.replyError\(|\bfailWith\(|\.mockRejected|\bfailOneByOne\(|\bFailingCalls\b/;
/** Stands for what is only known at run time. */
const OPEN = '\u0000';

type Texts = ReadonlyMap<string, string>;

interface Titled {
  tag: string;
  titles: string[];
}

/**
 * Every dialog that sends a call has its title in a test in which calls fail: its message, and the button that tries
 * again, were seen there (docs/contributing.md). A dialog sends when it asks before an act, or when its file, or one that
 * this imports short of other dialogs, does. A title that is data alone, such as the name of a file, is not looked for.
 */
export function unfailedDialogs(files: readonly SourceFile[]): string[] {
  const texts: Texts = new Map(files.map(({ file, text }) => [file, text]));
  const names = files.flatMap(({ file, text }) => (TEST.test(file) ? namesIn(file, text) : []));
  return [...texts].flatMap(([file, text]) =>
    dialogsIn(file, text, texts)
      .filter(({ tag }) => QUESTIONS.test(tag) || sends(file, texts))
      .map(({ titles }) => titles.filter((title) => /\p{L}/u.test(title)))
      .filter(
        (titles) => titles.length > 0 && !titles.some((title) => names.some((name) => isNamed(title, name))),
      )
      .map(
        ([title = '']) => `${file}: no test lets a call of the dialog “${title.replaceAll(OPEN, '…')}” fail`,
      ),
  );
}

function isNamed(title: string, name: string | RegExp): boolean {
  const [head = ''] = title.split(OPEN);
  if (name instanceof RegExp)
    return name.test(title) || (head !== '' && head !== title && startsAlike(name, head));
  const parts = title.split(OPEN).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su').test(name);
}

/** A title goes on with what is not known: as far as it is known, it and the pattern begin with the same words. */
function startsAlike({ source }: RegExp, head: string): boolean {
  const [, text = ''] = /^\^([\w &:]+)/.exec(source) ?? [];
  return text !== '' && (text.startsWith(head) || head.startsWith(text));
}

function sends(file: string, texts: Texts, seen = new Set<string>()): boolean {
  seen.add(file);
  const text = texts.get(file) ?? '';
  if (SENDS.test(text)) return true;
  return importsOf(file, text).some(
    (other) =>
      !seen.has(other) &&
      SCREEN.test(other) &&
      dialogsIn(other, texts.get(other) ?? '', texts).length === 0 &&
      sends(other, texts, seen),
  );
}

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) =>
    path.posix.join(path.dirname(file), to),
  );
}

function dialogsIn(file: string, text: string, texts: Texts): Titled[] {
  if (!SCREEN.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  return nodesOf(source).flatMap((node): Titled[] => {
    if (!ts.isJsxOpeningElement(node) && !ts.isJsxSelfClosingElement(node)) return [];
    const tag = node.tagName.getText(source);
    const title = node.attributes.properties.find(
      (one) => ts.isJsxAttribute(one) && one.name.getText(source) === 'title',
    );
    if (!DIALOGS.test(tag) || !title || !ts.isJsxAttribute(title) || !title.initializer) return [];
    return [{ tag, titles: textsOf(title.initializer, source, texts) }];
  });
}

/** What an expression may say; what is not written out there is left open. */
function textsOf(node: ts.Node, source: ts.SourceFile, texts: Texts): string[] {
  const of = (inner: ts.Node | undefined) => (inner ? textsOf(inner, source, texts) : [OPEN]);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return of(node.expression);
  if (ts.isTemplateExpression(node))
    return [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(OPEN)];
  if (ts.isConditionalExpression(node)) return [...of(node.whenTrue), ...of(node.whenFalse)];
  // What stands until the data is there is no title of its own.
  if (ts.isBinaryExpression(node)) return of(node.left);
  if (ts.isAsExpression(node)) return of(node.expression);
  if (ts.isElementAccessExpression(node)) return of(node.expression);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? of(one.initializer) : [OPEN]));
  if (ts.isIdentifier(node)) return of(declared(node, source));
  if (ts.isCallExpression(node) && node.expression.getText(source) === 'text') {
    const [key] = node.arguments;
    const word = key && ts.isStringLiteral(key) ? key.text : OPEN;
    return [
      new RegExp(`\\b${word}:\\s+'([^']+)'`).exec(
        ENGLISH_MESSAGES.map((file) => texts.get(file)).join('\n'),
      )?.[1] ?? OPEN,
    ];
  }
  return [OPEN];
}

function declared({ text }: ts.Identifier, source: ts.SourceFile): ts.Node | undefined {
  const found = nodesOf(source).find(
    (node) => ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === text,
  );
  return found && ts.isVariableDeclaration(found) ? found.initializer : undefined;
}

/** What stands as a text, or as a pattern for the name of a dialog, in the tests of a file in which calls fail. */
function namesIn(file: string, text: string): (string | RegExp)[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return nodesOf(source)
    .filter((node) => isTest(node) && FAILS.test(node.getText(source)))
    .flatMap(nodesOf)
    .flatMap((node): (string | RegExp)[] => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
        return textsOf(node, source, new Map());
      return ts.isRegularExpressionLiteral(node) ? patternOf(node) : [];
    });
}

/** `it(…)`, `test(…)` and those of a table, `it.each(…)(…)`; a step of a test is none. */
function isTest(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  return /^(it|test)(\.each\b.*)?$/s.test(node.expression.getText());
}

/** Of a pattern for the name of a dialog: /^Invoice INV-/; one that says no more than a few letters is none. */
function patternOf({ text, parent }: ts.RegularExpressionLiteral): RegExp[] {
  const isName = ts.isPropertyAssignment(parent) && /^(dialog|name)$/.test(parent.name.getText());
  const [, pattern = '', flags] = /^\/(.*)\/(\w*)$/s.exec(text) ?? [];
  return isName && /\w{4}/.test(pattern) ? [new RegExp(pattern, flags)] : [];
}

function nodesOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child, ...nodesOf(child));
  });
  return children;
}
