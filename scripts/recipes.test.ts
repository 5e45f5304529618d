import { expect, it } from 'vitest';
import { RECIPES, recipeProblems } from './recipes.ts';

const FILES = ['contract/src/a/schema.ts', 'web/src/a/a-dialog.tsx'];
const documented = RECIPES.map(
  (name) => `## Add a ${name}\n\n\`contract/src/a\`, and \`a-dialog.tsx\`; \`new.ts\` beside \`schema.ts\`\n`,
);
const page = (...sections: string[]) => [...sections, '## Tests\n'].join('\n');

it('accepts recipes that name existing files by path, folder or file name', () => {
  expect(recipeProblems(page(...documented), FILES)).toEqual([]);
});

it('reports missing recipes and recipes without files', () => {
  const [, ...rest] = documented;
  expect(recipeProblems(page(...rest), FILES)).toEqual(['missing recipe: add client field']);
  expect(recipeProblems(page('## Add a client field\n\nA line.\n', ...rest), FILES)).toHaveLength(1);
});

it.each(['contract/src/b', 'web/src/a/b.ts', 'b.ts', 'contract/src/a/schema'])(
  'reports the nonexistent file %s',
  (name) => {
    const [, ...rest] = documented;
    expect(recipeProblems(page(`## Add a client field\n\n\`${name}\`\n`, ...rest), FILES)).toEqual([
      `add client field: no such file ${name}`,
    ]);
  },
);
