import ts from 'typescript';
import { AGENT_FLAGS } from '../contract/src/rules.ts';
import type { SourceFile } from './table-rule.ts';

const CONTEXT = 'server/src/platform/context.ts';
const ACTOR = /Actor$/;
const CHECKED = /^server\/src\/(features|platform)\/.+(?<!\.test)\.ts$/;
const EXEMPT = /\/(policy\.ts|testing\/.+)$/;
const FEATURES = /^server\/src\/features\//;

/** The flags of actors: those of agents, and every boolean property of the actor interfaces in the context. */
export function flagsOf(files: readonly SourceFile[]): ReadonlySet<string> {
  const text = files.find(({ file }) => file === CONTEXT)?.text ?? '';
  const source = ts.createSourceFile(CONTEXT, text, ts.ScriptTarget.Latest, true);
  const members = source.statements
    .filter((statement) => ts.isInterfaceDeclaration(statement))
    .filter(({ name }) => ACTOR.test(name.text))
    .flatMap((statement) => [...statement.members])
    .filter((member) => ts.isPropertySignature(member))
    .filter(({ type }) => type?.kind === ts.SyntaxKind.BooleanKeyword);
  return new Set([...AGENT_FLAGS, ...members.map(({ name }) => name.getText(source))]);
}

/** The property that a node reads: `actor.flag`, `actor['flag']`, `const { flag } = actor`. */
function nameRead(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression))
    return node.argumentExpression.text;
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return null;
  const read = node.propertyName ?? node.name;
  return ts.isIdentifier(read) || ts.isStringLiteral(read) ? read.text : null;
}

/** Only policy.ts checks flags of agents and link holders; in features, only policy.ts checks the access of an agent. */
export function flagProblems({ file, text }: SourceFile, flags: ReadonlySet<string>): string[] {
  if (!CHECKED.test(file) || EXEMPT.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameRead(node);
    if (name !== null && flags.has(name)) problems.push(`checks ${name}: only policy.ts may check flags`);
    if (
      FEATURES.test(file) &&
      ts.isImportSpecifier(node) &&
      (node.propertyName ?? node.name).text === 'hasAccess'
    )
      problems.push('checks the access of an agent: only policy.ts may do that');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}
