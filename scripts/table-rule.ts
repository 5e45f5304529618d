import ts from 'typescript';
import { layerOf, type ModulePath, modulePathOf } from './modules.ts';
import { type NamedTable, tablesInSql, UNKNOWN } from './sql-tables.ts';

export interface SourceFile {
  file: string;
  text: string;
}

/** The tables of the product, read from the schema files. */
export interface Owners {
  /** Table to owning feature, or to the folder of its platform module or provider, such as 'platform/rate-limit'. */
  owners: ReadonlyMap<string, string>;
  /** TypeScript name to table name. */
  tables: ReadonlyMap<string, string>;
}

const SCHEMA = /^server\/src\/.+\/schema\.ts$/;
const CHECKED = /^server\/src\/(features|providers)\/.+(?<!\.test)\.ts$/;
const TESTING = /\/testing\//;
const QUERY_FILES = /\/(repository|queries|schema)\.ts$/;
const TABLE = /(?:const\s+(\w+)\s*=\s*)?pgTable\(\s*'([a-z_]+)'/g;
const ORM_WRITES = /^(insert|update|delete)$/;
const ORM_READS = /^(from|\$count|\w*[jJ]oin)$/;

/** The folder of a platform or provider file below server/src: lower than every feature. */
const folderOf = (file: string): string => file.slice('server/src/'.length, file.lastIndexOf('/'));

/** Determines which feature, platform module or provider owns which table. */
export function ownersOf(files: readonly SourceFile[]): Owners {
  const owners = new Map<string, string>();
  const tables = new Map<string, string>();
  for (const { file, text } of files) {
    if (!SCHEMA.test(file)) continue;
    for (const [, name, table = ''] of text.matchAll(TABLE)) {
      owners.set(table, modulePathOf(file)?.feature ?? folderOf(file));
      if (name) tables.set(name, table);
    }
  }
  return { owners, tables };
}

function eachNode(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => eachNode(child, visit));
}

/** Returns a function that resolves an expression to the table that it imports from a schema, under any name. */
function importedTables(source: ts.SourceFile, { tables }: Owners): (expression?: ts.Node) => string | null {
  const named = new Map<string, string>();
  const namespaces = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    if (!/(^|\/)schema\.ts$/.test(statement.moduleSpecifier.text)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!bindings) continue;
    if (ts.isNamespaceImport(bindings)) namespaces.add(bindings.name.text);
    else
      for (const { name, propertyName } of bindings.elements)
        named.set(name.text, tables.get((propertyName ?? name).text) ?? '');
  }
  return (expression) => {
    if (!expression) return null;
    if (ts.isIdentifier(expression)) return named.get(expression.text) || null;
    const isOfNamespace =
      ts.isPropertyAccessExpression(expression) &&
      ts.isIdentifier(expression.expression) &&
      namespaces.has(expression.expression.text);
    return isOfNamespace ? (tables.get(expression.name.text) ?? null) : null;
  };
}

/** The tables that a file uses, in literal SQL or through Drizzle. */
function tablesNamed(source: ts.SourceFile, owners: Owners): NamedTable[] {
  const tableOf = importedTables(source, owners);
  const found: NamedTable[] = [];
  eachNode(source, (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      found.push(...tablesInSql(node.text));
    } else if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(
        ({ expression, literal }) => `${tableOf(expression) ?? UNKNOWN}${literal.text}`,
      );
      found.push(...tablesInSql(node.head.text + parts.join('')));
    } else if (ts.isCallExpression(node)) {
      const table = tableOf(node.arguments[0]);
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : '';
      const isWritten = ORM_WRITES.test(called);
      if (table && (isWritten || ORM_READS.test(called))) found.push({ table, isWritten });
    }
  });
  return found.filter(({ table }) => owners.owners.has(table));
}

/** Whether a file queries the database itself: `db.query(…)`, `db.arrays(…)`, `db.orm`. */
function queriesDatabase(source: ts.SourceFile): boolean {
  let isQuerying = false;
  eachNode(source, (node) => {
    if (ts.isPropertyAccessExpression(node)) isQuerying ||= /^(arrays|orm)$/.test(node.name.text);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      isQuerying ||= node.expression.name.text === 'query';
  });
  return isQuerying;
}

function problemOf(
  file: string,
  own: ModulePath,
  { table, isWritten }: NamedTable,
  owners: Owners,
): string | null {
  const owner = owners.owners.get(table) ?? '';
  if (isWritten && file.endsWith('/queries.ts')) return `writes ${table}: queries.ts is read-only`;
  if (owner === own.feature) return null;
  const module = owner.split('/')[0] ?? '';
  if (isWritten) return `writes ${table}, which belongs to ${owner}: call its functions`;
  if (layerOf(module) > layerOf(own.module))
    return `reads ${table} of ${owner}, a higher module: accept the data as a parameter`;
  if (module !== own.module && !file.endsWith('/queries.ts'))
    return `reads ${table} of ${owner}: only queries.ts may read tables of a lower module`;
  return null;
}

/** A provider may use no table but its own. */
function providerProblem(file: string, table: string, { owners }: Owners): string[] {
  const owner = owners.get(table) ?? '';
  return folderOf(file).startsWith(owner) ? [] : [`queries ${table} of ${owner}: call its functions`];
}

/**
 * Only the feature that owns a table may write it. Other features of its module may read it, features of higher modules only in
 * queries.ts, features of lower modules not at all. The platform and the providers are below all features: their tables may be
 * read in queries.ts, and only they write them; a provider uses no tables but its own. In features, only repository.ts, queries.ts
 * and schema.ts may query the database. Names composed at run time are not detected.
 */
export function tableProblems({ file, text }: SourceFile, owners: Owners): string[] {
  if (!CHECKED.test(file) || TESTING.test(file) || SCHEMA.test(file)) return [];
  const own = modulePathOf(file);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const named = tablesNamed(source, owners);
  if (!own) return [...new Set(named.flatMap(({ table }) => providerProblem(file, table, owners)))];
  const problems = named.map((each) => problemOf(file, own, each, owners));
  if (!QUERY_FILES.test(file) && queriesDatabase(source))
    problems.push('queries the database: only repository.ts and queries.ts may do that');
  return [...new Set(problems.filter((problem) => problem !== null))];
}
