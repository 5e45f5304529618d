import ts from 'typescript';

/** Stands for what is only known while the product runs. */
export const OPEN = '\u0000';

/** What a source may show to people: its strings, and the words between its tags; OPEN for what is put in. */
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

/** What one node says as a whole; OPEN alone where it says nothing that is written out. */
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
  // At the ends of a line the margin is none of the text.
  if (ts.isJsxText(child))
    return child.text.replaceAll(/\s*\n\s*/g, (margin, at) => (isEnd(child.text, margin, at) ? '' : ' '));
  if (ts.isJsxExpression(child)) return child.expression ? textOf(child.expression) : '';
  return textOf(child);
}

function isEnd(text: string, margin: string, at: number): boolean {
  return at === 0 || at + margin.length === text.length;
}

/** A text that goes on behind an inner element is also read up to it: a button's words beside its icon. */
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
