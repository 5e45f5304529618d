import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import './quick-imports.mjs';

/**
 * The entry of `npm start`. Stripped and compiled modules are cached between starts. Because this file is not TypeScript, later
 * starts never load the type stripper, which saves about 20 MB and some time.
 */
enableCompileCache(path.resolve(import.meta.dirname, '../node_modules/.cache/node-compile'));
await import('./start.ts');
flushCompileCache();
