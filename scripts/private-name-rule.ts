import ts from 'typescript';
import type { SourceFile } from './table-rule.ts';

/** Words of a former private vocabulary and the standard terms (docs/glossary.md), as segments of identifiers. */
const REPLACED: ReadonlyMap<string, string> = new Map([
  ['begun', 'started'],
  ['desk', 'invoices, agentSession'],
  ['fault', 'error, problem, failure'],
  ['faults', 'errors, problems, failures'],
  ['held', 'locked'],
  ['hold', 'lock'],
  ['listing', 'queries, list'],
  ['patience', 'deadline, timeout'],
  ['refusal', 'error, rejection'],
  ['refuse', 'reject, assert'],
  ['seer', 'viewer'],
  ['sight', 'access scope'],
  ['tell', 'notify, publish, report'],
  ['told', 'notified, input'],
  ['trail', 'audit log, audit policy'],
]);

const SEGMENTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/** The segments of an identifier that have a standard term. Snake case is skipped: it names API fields and columns. */
export function replacedSegments(name: string): string[] {
  if (name.includes('_') && name === name.toLowerCase()) return [];
  const segments = name.match(SEGMENTS) ?? [];
  return segments.map((segment) => segment.toLowerCase()).filter((segment) => REPLACED.has(segment));
}

/** Reports identifiers and file names that use a nonstandard term. */
export function privateNameProblems({ file, text }: SourceFile): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = new Map<string, string>();
  for (const segment of replacedSegments(file.replace(/^.*\//, '').replaceAll('-', ' ')))
    found.set(file, `the file name uses "${segment}": ${REPLACED.get(segment)}`);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      for (const segment of replacedSegments(node.text))
        found.set(node.text, `${node.text} uses "${segment}": ${REPLACED.get(segment)}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}
