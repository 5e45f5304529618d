/**
 * For writes that a power failure may lose: locks of running processes, and temporary folders of commands. Everything
 * else is written through `durable.ts`; `npm run check:structure` enforces this.
 */
export { cp as copyScratch, rename as renameScratch, writeFile as writeScratch } from 'node:fs/promises';
