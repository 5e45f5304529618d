/**
 * SQL of features: under restricted access, an unqualified table name resolves to a view of the visible rows (decision
 * 071).
 */
const CHECKED = /^server\/src\/features\/.+(?<!\.test)\.ts$/;
const NAMED = /\b(from|join|into|update|table)\s+(only\s+)?"?public"?\."?(\w+)/gi;

/** Reports table names with a schema: they bypass the views and read all rows, regardless of the agent. */
export function accessScopeProblems({ file, text }: { file: string; text: string }): string[] {
  if (!CHECKED.test(file)) return [];
  return [...text.matchAll(NAMED)].map(
    ([, , , table]) =>
      `qualifies ${table} with its schema, which bypasses the access scope: remove the schema`,
  );
}
