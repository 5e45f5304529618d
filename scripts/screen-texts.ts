import ts from 'typescript';

/** Placeholder for a value that is only known at run time. */
export const OPEN = '\u0000';

/** The texts that a source file may display: its strings and the text between JSX tags, with OPEN for inserted values. */
export function textsIn(file: string, code: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, false, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node).trim();
    if (text !== OPEN) found.push(...variantsOf(text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The complete text of a node; only OPEN if it contains no literal text. */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return spaced(node.text);
  if (ts.isTemplateExpression(node))
    return spaced([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(OPEN));
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return spaced(textOf(node.left) + textOf(node.right));
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return spaced(node.children.map(childText).join(''));
  return OPEN;
}

function childText(child: ts.JsxChild): string {
  // Indentation and line breaks are not part of the text.
  if (ts.isJsxText(child))
    return child.text.replaceAll(/\s*\n\s*/g, (space, at) => (isEnd(child.text, space, at) ? '' : ' '));
  if (ts.isJsxExpression(child)) return child.expression ? textOf(child.expression) : '';
  return textOf(child);
}

function isEnd(text: string, space: string, at: number): boolean {
  return at === 0 || at + space.length === text.length;
}

/** Also returns the text without leading and trailing placeholders, such as a button's label without its icon. */
function variantsOf(text: string): string[] {
  const parts = text.split(OPEN);
  const hasText = parts.map((part) => part.trim() !== '');
  const bare = parts
    .slice(hasText.indexOf(true), hasText.lastIndexOf(true) + 1)
    .join(OPEN)
    .trim();
  return bare === '' || bare === text ? [text] : [text, bare];
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ');
