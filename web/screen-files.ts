import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The files that a route needs in addition to those that its entry's HTML references. */
export interface ScreenFiles {
  /** The router's path: `/crm/clients/$clientId`. */
  path: string;
  scripts: string[];
  styles: string[];
}

/** The routes inside the shell, and those without it: sign-in and related screens. */
const SHELL_ROUTES = ['src/app/router.tsx', 'src/app/staff-routes.tsx'];
const OPEN_ROUTES = 'src/app/open-routes.tsx';
const SHELL = 'src/app/shell/shell.tsx';
/** The short address opens the client list. */
const HOME = { short: '/crm', path: '/crm/clients' };
/** Client screens that the public entry loads only for their route. */
const PUBLIC_SCREENS = [
  { path: '/signing/$ticket', source: 'src/public/signing/signing-page.tsx' },
  { path: '/pay/$token', source: 'src/public/pay/pay-page.tsx' },
];

/** Writes the files of each route to `screens.json`, so that the server can reference them in the HTML. */
export function screenFiles(root: string): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const portal = filesOf(bundle, root, ['index.html']);
      const clients = filesOf(bundle, root, ['public.html']);
      const routes = SHELL_ROUTES.flatMap((file) => routesIn(path.join(root, file)));
      const homes = routes.filter((screen) => screen.path === HOME.path);
      const listed = [
        ...[...routes, ...homes.map((screen) => ({ ...screen, path: HOME.short }))].map((screen) =>
          filesBeyond(screen, SHELL, portal),
        ),
        ...routesIn(path.join(root, OPEN_ROUTES)).map((screen) => filesBeyond(screen, screen.source, portal)),
        ...PUBLIC_SCREENS.map((screen) => filesBeyond(screen, 'public.html', clients)),
      ];
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(listed) });

      function filesBeyond(
        screen: { path: string; source: string },
        frame: string,
        known: Set<string>,
      ): ScreenFiles {
        const files = [...filesOf(bundle, root, [frame, screen.source])].filter((file) => !known.has(file));
        return {
          path: screen.path,
          scripts: files.filter((file) => file.endsWith('.js')),
          styles: files.filter((file) => file.endsWith('.css')),
        };
      }
    },
  };
}

/** The scripts and styles that the sources load initially, including those of imported chunks. */
function filesOf(bundle: Rolldown.OutputBundle, root: string, sources: string[]): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set<string>();
  const queue = sources.map((source) => {
    const chunk = chunks.find(({ facadeModuleId, moduleIds }) =>
      [facadeModuleId, ...moduleIds].includes(path.resolve(root, source)),
    );
    if (!chunk) throw new Error(`the build has no script for ${source}`);
    return chunk.fileName;
  });
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const file = bundle[name];
    if (files.has(name) || file?.type !== 'chunk') continue;
    files.add(name);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
    queue.push(...file.imports);
  }
  return files;
}

/** The path and the screen file of each `createRoute({ path: '…', … import('…') … })`. */
function routesIn(router: string): { path: string; source: string }[] {
  const code = readFileSync(router, 'utf8');
  const routes = code.split('createRoute({').flatMap((call) => {
    const address = /^\s*path: '([^']+)'/m.exec(call)?.[1];
    const source = /lazyRouteComponent\(\s*\(\) => import\(\s*'([^']+)'/.exec(call)?.[1];
    return address && source ? [{ path: address, source: path.resolve(path.dirname(router), source) }] : [];
  });
  if (routes.length !== code.split('lazyRouteComponent(').length - 1) {
    throw new Error(`${router} declares routes in an unsupported form`);
  }
  return routes;
}
