import path from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './table-rule.ts';

const SCREEN = /^web\/src\/(?!components\/|lib\/|testing\/).+(?<!\.test|\/api)\.tsx?$/;
const TEST = /^(web\/src\/.+\.test\.tsx|e2e\/journeys\/.+\.spec\.ts)$/;
const ENGLISH_MESSAGES = [
  'web/src/public/texts/messages/en.ts',
  'web/src/public/texts/messages/signing/en.ts',
];
/** Dialogs that may send requests; a dialog that only shows a result sends none. */
const DIALOGS = /^(Dialog|Drawer|GuardedModal|ClosingDialog|ConfirmDialog|DeleteDialog)$/;
/** Confirmations: the component that opens one sends the request. */
const CONFIRMATIONS = /^(ConfirmDialog|DeleteDialog)$/;
const SENDS = /\bmutate(Async)?\b|\buseEditing\b|\w+Caller\(|\bupload\w+\(/;
/** Marks a test in which requests fail. */
const FAILS = /\.replyError\(|\bfailWith\(|\.mockRejected|\bfailOneByOne\(|\bFailingCalls\b/;
/** Placeholder for text that is only known at run time. */
const OPEN = '\u0000';

type Texts = ReadonlyMap<string, string>;

interface Titled {
  tag: string;
  titles: string[];
}

/**
 * The title of every dialog that sends requests occurs in a test of failed requests, which checks the error message and the
 * retry (docs/contributing.md). A dialog sends if it asks for confirmation, or if its file or an imported file without a dialog
 * sends. Dialogs whose title is only data, such as a file name, are not checked.
 */
export function dialogsWithoutFailureTest(files: readonly SourceFile[]): string[] {
  const texts: Texts = new Map(files.map(({ file, text }) => [file, text]));
  const names = files.flatMap(({ file, text }) => (TEST.test(file) ? namesIn(file, text) : []));
  return [...texts].flatMap(([file, text]) =>
    dialogsIn(file, text, texts)
      .filter(({ tag }) => CONFIRMATIONS.test(tag) || sends(file, texts))
      .map(({ titles }) => titles.filter((title) => /\p{L}/u.test(title)))
      .filter(
        (titles) => titles.length > 0 && !titles.some((title) => names.some((name) => isNamed(title, name))),
      )
      .map(
        ([title = '']) =>
          `${file}: no test covers a failed request of the dialog “${title.replaceAll(OPEN, '…')}”`,
      ),
  );
}

function isNamed(title: string, name: string | RegExp): boolean {
  const [head = ''] = title.split(OPEN);
  if (name instanceof RegExp)
    return name.test(title) || (head !== '' && head !== title && sharePrefix(name, head));
  const parts = title.split(OPEN).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su').test(name);
}

/** For a title that ends in unknown text: whether its known beginning and the pattern start with the same text. */
function sharePrefix({ source }: RegExp, head: string): boolean {
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

/** The texts that an expression may produce; unknown parts become OPEN. */
function textsOf(node: ts.Node, source: ts.SourceFile, texts: Texts): string[] {
  const of = (inner: ts.Node | undefined) => (inner ? textsOf(inner, source, texts) : [OPEN]);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return of(node.expression);
  if (ts.isTemplateExpression(node))
    return [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(OPEN)];
  if (ts.isConditionalExpression(node)) return [...of(node.whenTrue), ...of(node.whenFalse)];
  // A fallback until data is loaded is not a title of its own.
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

/** Texts, and patterns for dialog names, in a file's tests of failed requests. */
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

/** Matches `it(…)`, `test(…)` and `it.each(…)(…)`, but not steps of a test. */
function isTest(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  return /^(it|test)(\.each\b.*)?$/s.test(node.expression.getText());
}

/** Patterns for dialog names, such as /^Invoice INV-/; patterns with fewer than four letters are ignored. */
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
