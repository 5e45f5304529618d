import { floorOf, placeOf } from './rooms.ts';

export interface SourceFile {
  file: string;
  text: string;
}

/** Table, and the feature it belongs to; '' for a table of the platform or a provider. */
export type Owners = ReadonlyMap<string, string>;

const SCHEMA = /^server\/src\/.+\/schema\.ts$/;
const CHECKED = /^server\/src\/features\/.+(?<!\.test)\.ts$/;
const TESTING = /\/testing\//;
const TABLE = /pgTable\(\s*'([a-z_]+)'/g;
const NAMED = /\b(from|join|using|insert into|update|delete from)\s+(?:only\s+)?([a-z_]+)\b/gi;
const ORM = /\.(insert|update|delete|from|[a-z]*[jJ]oin)\((\w+)[,)]/g;
const IMPORTED = /import\s*\{([^}]*)\}\s*from\s*'[^']*schema\.ts'/g;
const WRITES = /^(insert|insert into|update|delete|delete from)$/i;

/** Which feature keeps which table, by the schemas. */
export function ownersOf(files: readonly SourceFile[]): Owners {
  const owners = new Map<string, string>();
  for (const { file, text } of files) {
    if (!SCHEMA.test(file)) continue;
    for (const [, table = ''] of text.matchAll(TABLE)) owners.set(table, placeOf(file)?.feature ?? '');
  }
  return owners;
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The tables that a file names, in SQL or through drizzle, and whether it writes them. */
function tablesNamed(text: string, owners: Owners): { table: string; isWritten: boolean }[] {
  const named = [...text.matchAll(NAMED)].map(([, verb = '', table = '']) => ({ verb, table }));
  const imports = new Set(
    [...text.matchAll(IMPORTED)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
  );
  const typed = [...text.matchAll(ORM)]
    .filter(([, , name = '']) => imports.has(name))
    .map(([, verb = '', name = '']) => ({ verb, table: snake(name) }));
  return [...named, ...typed]
    .filter(({ table }) => owners.has(table))
    .map(({ verb, table }) => ({ table, isWritten: WRITES.test(verb) }));
}

/**
 * A table is written by the feature that keeps it and by no other; another feature of its room may read it, a room above
 * only in a listing, a room below not at all.
 */
export function tableProblems({ file, text }: SourceFile, owners: Owners): string[] {
  const own = placeOf(file);
  if (!own || !CHECKED.test(file) || TESTING.test(file) || SCHEMA.test(file)) return [];
  const problems = tablesNamed(text, owners).flatMap(({ table, isWritten }) => {
    const keeper = owners.get(table) ?? '';
    if (keeper === own.feature || keeper === '') return [];
    const room = keeper.split('/')[0] ?? '';
    if (isWritten) return [`writes ${table}, which ${keeper} keeps: ask that feature to`];
    if (floorOf(room) > floorOf(own.room))
      return [`reads ${table} of ${keeper}, a room above: let it be handed in`];
    if (room !== own.room && !file.endsWith('/listing.ts'))
      return [`reads ${table} of ${keeper}: only a listing.ts reads tables of a room below`];
    return [];
  });
  return [...new Set(problems)];
}
