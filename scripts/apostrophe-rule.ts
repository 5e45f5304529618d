import ts from 'typescript';
import type { SourceFile } from './table-rule.ts';

const PRODUCT = /^(contract|server|web)\/src\/(?!.*(\.test\.|\/testing\/))/;
const STRAIGHT = /(?<=\p{L})'(?=(?:s|t|re|ll|ve|d|m)\b)/u;

/** Aliases are keys of the API and headers of imported files. */
const isAlias = ({ parent }: ts.Node): boolean =>
  ts.isArrayLiteralExpression(parent) &&
  ts.isPropertyAssignment(parent.parent) &&
  parent.parent.name.getText() === 'aliases';

/** Reports texts of the product with a straight apostrophe. People read “can’t”, not "can't". */
export function apostropheProblems({ file, text }: SourceFile): string[] {
  if (!PRODUCT.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node);
    if (isText && STRAIGHT.test(node.text) && !isAlias(node))
      problems.push(`a straight apostrophe, use ’: ${node.text.trim().slice(0, 60)}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}
