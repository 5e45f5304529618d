/** What docs/contributing.md explains how to add, one section each. */
export const RECIPES = [
  'client field',
  'client status',
  'list column',
  'web form',
  'payment provider',
  'role',
  'language',
  'dialog',
  'email',
  'report',
  'setting',
  'endpoint',
] as const;

const SECTION = /^## Add an? (.+)\n([\s\S]*?)(?=^## )/gm;
/** A new file, described by the existing file next to it. */
const NEW_FILE = /`[\w.-]+` beside /g;
/** A path from the root, or the name of a file next to one named before. */
const FILE = /`([\w./-]+\.(?:tsx?|md|json)|(?:contract|server|web|fakes)\/[\w./-]+)`/g;

/** Problems of the recipes: missing ones, recipes that name no file, and nonexistent files. */
export function recipeProblems(page: string, files: readonly string[]): string[] {
  const sections = new Map([...page.matchAll(SECTION)].map(([, name = '', text = '']) => [name, text]));
  const known = files.map((file) => `/${file}`);
  return RECIPES.flatMap((recipe) => {
    const named = [...(sections.get(recipe) ?? '').replaceAll(NEW_FILE, '').matchAll(FILE)].map(
      ([, file = '']) => file,
    );
    if (named.length === 0) return [`missing recipe: add ${recipe}`];
    const missing = named.filter((name) => !known.some((file) => isNamed(file, name)));
    return missing.map((name) => `add ${recipe}: no such file ${name}`);
  });
}

function isNamed(file: string, name: string): boolean {
  if (!name.includes('/')) return file.endsWith(`/${name}`);
  return file === `/${name}` || file.startsWith(`/${name}/`);
}
