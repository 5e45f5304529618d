import { FEATURES_OF, MODULES } from './modules.ts';
import type { SourceFile } from './table-rule.ts';

/** Folders of the contract that are libraries of rules, texts and forms instead of features with endpoints. */
const CONTRACT_LIBRARIES = new Set(['rules', 'text', 'web-forms']);

const SERVER_FEATURES = new Set([...MODULES, ...Object.values(FEATURES_OF).flat()]);

/** The contract features whose endpoints a file imports: `auth` for `@ledgerline/contract/auth/sso/endpoints`. */
const ENDPOINTS = /@ledgerline\/contract\/([a-z-]+)\/(?:[a-z-]+\/)*endpoints'/g;

function firstFolder(file: string, root: string): string | null {
  const [folder, rest] = file.startsWith(root) ? file.slice(root.length).split('/') : [];
  return folder !== undefined && rest !== undefined ? folder : null;
}

/**
 * One feature has one name in contract, server and browser: every feature of the contract is a module or feature of the
 * server, and a feature of the browser that has an `api.ts` is named as a feature of the contract.
 */
export function featureNameProblems(files: readonly SourceFile[]): string[] {
  const contract = new Set(
    files.flatMap(({ file }) => {
      const folder = firstFolder(file, 'contract/src/');
      return folder && !CONTRACT_LIBRARIES.has(folder) ? [folder] : [];
    }),
  );
  const missing = [...contract]
    .filter((name) => !SERVER_FEATURES.has(name))
    .map(
      (name) => `contract/src/${name}: no module or feature of the server has this name (scripts/modules.ts)`,
    );
  const apis = files.filter(({ file }) => /^web\/src\/features\/[a-z-]+\/api\.ts$/.test(file));
  const foreign = apis.flatMap(({ file, text }) => {
    const name = firstFolder(file, 'web/src/features/') ?? '';
    const calls = [...text.matchAll(ENDPOINTS)].length > 0;
    return calls && !contract.has(name) ? [`${file}: no feature of the contract is called ${name}`] : [];
  });
  return [...missing, ...foreign];
}
