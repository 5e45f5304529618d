/** Statements of features: what an agent sees hangs on the name of a table, which leads to a view for some (decision 071). */
const CHECKED = /^server\/src\/features\/.+(?<!\.test)\.ts$/;
const NAMED = /\b(from|join|into|update|table)\s+(only\s+)?"?public"?\."?(\w+)/gi;

/** A table that is named with its schema is everybody's, whoever asks. */
export function accessScopeProblems({ file, text }: { file: string; text: string }): string[] {
  if (!CHECKED.test(file)) return [];
  return [...text.matchAll(NAMED)].map(
    ([, , , table]) => `names ${table} with its schema, past what an agent may see: leave the schema out`,
  );
}
