import { dirname, join } from 'node:path';
import ts from 'typescript';

interface Text {
  file: string;
  text: string;
}

const MODULE = /\.module\.css$/;
const IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** Reports classes of a CSS module that no importing file uses, and used names that it does not define. */
export function classProblems(files: readonly Text[]): string[] {
  const named = new Map(
    files.filter(({ file }) => MODULE.test(file)).map(({ file }) => [file, new Set<string>()]),
  );
  const problems: string[] = [];
  for (const { file, text } of files) {
    for (const [, styles = '', path = ''] of text.matchAll(IMPORT)) {
      const names = named.get(join(dirname(file), path));
      for (const name of namesIn({ file, text }, styles)) {
        if (name === null) problems.push(`${file}: ${styles} is not followed by a class name`);
        else names?.add(name);
      }
    }
  }
  for (const { file, text } of files.filter(({ file }) => MODULE.test(file))) {
    const classes = classesOf(text);
    const names = named.get(file) ?? new Set();
    for (const name of classes.difference(names)) problems.push(`${file}: unused class ${name}`);
    for (const name of names.difference(classes)) problems.push(`${file}: has no class ${name}`);
  }
  return problems;
}

/** The names after `styles.`; null for a usage without a literal name. */
function namesIn({ file, text }: Text, styles: string): (string | null)[] {
  const found: (string | null)[] = [];
  const visit = (node: ts.Node) => {
    if (
      ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === styles
    )
      found.push(node.name.text);
    else if (ts.isIdentifier(node) && node.text === styles && !isName(node)) found.push(null);
    else if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether the identifier is only a property name: `other.styles`, `{ styles: … }`. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  return 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
}

function classesOf(css: string): Set<string> {
  const selectors = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/@[^{;]*/g, '')
    .replaceAll(/[\w-]+\s*:[^;{}]*;/g, '');
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
}
