import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { apiSummaries } from './api-summaries.ts';
import { chunkGroups } from './chunk-groups.ts';
import { firstCalls } from './first-calls.ts';
import { guide } from './guide-files.ts';
import { screenFiles } from './screen-files.ts';

/** The maximum level: about 7 % smaller than level 9, and compressed only once. */
const BEST = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };

/** Writes a `.br` and a `.gz` file for every text asset, so that the server never compresses. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const written = Object.values(bundle).map(async (file) => {
          const { fileName } = file;
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (!/\.(js|mjs|css|svg)$|^assets\/.*\.json$/.test(fileName) || source.length < 1024) return;
          const [brotli, gzipped] = await Promise.all([
            promisify(brotliCompress)(source, {
              params: { ...BEST, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
            }),
            promisify(gzip)(source, { level: 9 }),
          ]);
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli });
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipped });
        });
        await Promise.all(written);
      },
    },
  };
}

const PUBLIC_PAGES = /^\/((forms|sign|signing|secure|pay)|(crm\/)?(signed|agent-signing-complete))(\/|\?|$)/;

/** In development, serves the public entry for client-facing addresses, as the server does in production. */
function publicPages(): Plugin {
  return {
    name: 'public-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const url = request.url ?? '';
        if (PUBLIC_PAGES.test(url)) request.url = '/public.html';
        next();
      });
    },
  };
}

const PDFJS = path.join(import.meta.dirname, '../node_modules/pdfjs-dist');
/** Files that the PDF viewer's worker fetches by name: character maps, fonts, decoders without WebAssembly. */
const PDF_FILES = /^(cmaps|standard_fonts|wasm)\/(?!.*(quickjs|\.wasm$|QCMS))/;

/** Serves these files in a folder named by the version, so that they can be cached forever. */
function pdfFiles(): Plugin {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(PDFJS, 'package.json'), 'utf8'));
  const folder = `assets/pdfjs/${version}`;
  const names = ['cmaps', 'standard_fonts', 'wasm']
    .flatMap((name) => readdirSync(path.join(PDFJS, name)).map((file) => `${name}/${file}`))
    .filter((name) => PDF_FILES.test(name));
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const name of names) {
        const source = readFileSync(path.join(PDFJS, name));
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const name = names.find((known) => `/${known}` === request.url);
        if (!name) return next();
        if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        response.end(readFileSync(path.join(PDFJS, name)));
      });
    },
  };
}

/** Settings shared by all builds of the browser code. */
const base = {
  root: import.meta.dirname,
  resolve: {
    // The legacy build of pdf.js, because clients sign on older phones too.
    alias: [
      { find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.mjs' },
      { find: /^pdfjs-dist\/web\/pdf_viewer\.mjs$/, replacement: 'pdfjs-dist/legacy/web/pdf_viewer.mjs' },
    ],
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { input: { index: 'index.html', public: 'public.html' } },
  },
};

export default defineConfig({
  ...base,
  plugins: [
    react(),
    apiSummaries(),
    chunkGroups({ ...base, plugins: [react()] }),
    screenFiles(base.root),
    firstCalls(base),
    pdfFiles(),
    guide(),
    precompress(),
    publicPages(),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.API_PORT ?? 3000}` } },
  },
});
