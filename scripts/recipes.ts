/** What docs/contributing.md tells how to add, a section for each. */
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
/** A file that is made anew, named by one it stands beside. */
const NEW_FILE = /`[\w.-]+` beside /g;
/** A path from the root, or the bare name of a file beside one that was named. */
const FILE = /`([\w./-]+\.(?:tsx?|md|json)|(?:contract|server|web|fakes)\/[\w./-]+)`/g;

/** What is not true of the recipes: one that is not told or names no file, and a file that is not there. */
export function recipeProblems(page: string, files: readonly string[]): string[] {
  const sections = new Map([...page.matchAll(SECTION)].map(([, name = '', text = '']) => [name, text]));
  const known = files.map((file) => `/${file}`);
  return RECIPES.flatMap((recipe) => {
    const named = [...(sections.get(recipe) ?? '').replaceAll(NEW_FILE, '').matchAll(FILE)].map(
      ([, file = '']) => file,
    );
    if (named.length === 0) return [`no recipe tells how to add: ${recipe}`];
    const gone = named.filter((name) => !known.some((file) => isNamed(file, name)));
    return gone.map((name) => `add ${recipe}: no such file ${name}`);
  });
}

function isNamed(file: string, name: string): boolean {
  if (!name.includes('/')) return file.endsWith(`/${name}`);
  return file === `/${name}` || file.startsWith(`/${name}/`);
}
