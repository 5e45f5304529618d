import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { readGuide } from './guide-text.ts';
import type { Guide } from './src/features/help/guide.ts';

const SOURCE = path.join(import.meta.dirname, '../docs/guide');

/** All pages and pictures of the guide, by their path in docs/guide. */
function guideFiles(): ReadonlyMap<string, Buffer> {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => /\.(md|webp)$/.test(name))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(path.join(SOURCE, name))]));
}

/** The guide in docs/guide, in the format that the portal renders. */
export function guideOf(files = guideFiles()): Guide {
  const pages = [...files].filter(([name]) => name.endsWith('.md'));
  const texts = new Map(
    pages.map(([name, content]) => [name.replace(/\.md$/, ''), content.toString('utf8')]),
  );
  return readGuide(texts, (file) => {
    const picture = files.get(file);
    if (!picture) throw new Error(`no such picture: ${file}`);
    return sizeOfWebp(picture);
  });
}

/**
 * Adds the guide and its pictures to the assets of the build, in a folder named by their hash, so that they can be cached
 * forever. The code contains only the folder's name, so the guide loads only when a user opens the help.
 */
export function guide(): Plugin {
  const files = guideFiles();
  const digest = createHash('sha256');
  for (const [name, content] of files) digest.update(`${name} ${content.length}\n`).update(content);
  const folder = `assets/guide/${digest.digest('hex').slice(0, 12)}`;
  return {
    name: 'guide',
    config: () => ({ define: { 'import.meta.env.VITE_GUIDE_FOLDER': JSON.stringify(`/${folder}`) } }),
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: `${folder}/guide.json`,
        source: JSON.stringify(guideOf(files)),
      });
      for (const [name, source] of files)
        if (!name.endsWith('.md')) this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
    },
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const now = guideFiles();
        const name = (request.url ?? '').slice(1);
        if (name === 'guide.json') {
          response.setHeader('content-type', 'application/json');
          return response.end(JSON.stringify(guideOf(now)));
        }
        const picture = name.endsWith('.webp') ? now.get(name) : undefined;
        if (!picture) return next();
        response.setHeader('content-type', 'image/webp');
        response.end(picture);
      });
    },
  };
}

/** Width and height of a WebP picture in pixels, from its first chunk (RFC 9649). */
function sizeOfWebp(file: Buffer): { width: number; height: number } {
  const kind =
    file.subarray(0, 4).toString('latin1') === 'RIFF' ? file.subarray(12, 16).toString('latin1') : '';
  if (kind === 'VP8 ')
    return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = file.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  throw new Error('not a WebP picture');
}
