import path from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';

/** What runs inside the HTML, by the entry. */
const SOURCES: Readonly<Record<string, string>> = {
  '/index.html': 'src/app/first-calls.ts',
  '/public.html': 'src/public/first-calls.ts',
};

/**
 * Puts the script that begins a page's first call into the HTML itself, before the styles, for which scripts wait: what
 * it asks is on its way with the files. The server allows it by its hash (`web-files.ts`).
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
      // Of what the rules keep ready for other screens (formats of numbers and names) nothing runs here.
      rolldownOptions: { input: ENTRY, output: { format: 'iife' }, treeshake: { moduleSideEffects: false } },
    },
  });
  const [output] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const isEmbeddable =
    output?.type === 'chunk' && output.code.includes('fetch(') && !output.code.includes('</');
  if (!isEmbeddable) throw new Error(`${source} cannot stand in HTML`);
  return output.code.trim();
}
