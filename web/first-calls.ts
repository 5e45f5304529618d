import path from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';

/** The inline script of each entry. */
const SOURCES: Readonly<Record<string, string>> = {
  '/index.html': 'src/app/first-calls.ts',
  '/public.html': 'src/public/first-calls.ts',
};

/**
 * Inlines the script that starts a page's first API call into the HTML, before the styles, because scripts wait for styles. The
 * request then runs in parallel with the files. The server's CSP allows the script by its hash (`web-pages.ts`).
 */
export function firstCalls(base: InlineConfig): Plugin {
  return {
    name: 'first-calls',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }) {
        const source = SOURCES[path];
        if (!source) throw new Error(`${path} has no first call`);
        const code = await scriptOf(base, source);
        return html.replace('</title>', () => `</title>\n    <script>${code}</script>`);
      },
    },
  };
}

const ENTRY = 'virtual:first-call';

async function scriptOf({ root = '', build: options }: InlineConfig, source: string): Promise<string> {
  const code = `import { startFirstCall } from ${JSON.stringify(path.resolve(root, source))}; startFirstCall();`;
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: ENTRY,
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? code : null),
      },
    ],
    build: {
      target: options?.target,
      write: false,
      modulePreload: false,
      // Removes module-level code of the rules (number and name formats), which the inline script does not need.
      rolldownOptions: { input: ENTRY, output: { format: 'iife' }, treeshake: { moduleSideEffects: false } },
    },
  });
  const [output] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const isEmbeddable =
    output?.type === 'chunk' && output.code.includes('fetch(') && !output.code.includes('</');
  if (!isEmbeddable) throw new Error(`${source} cannot be inlined in HTML`);
  return output.code.trim();
}
