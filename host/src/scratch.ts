/**
 * For writes that a power cut may lose: locks of running processes, and folders that a command removes again. Everything
 * else is written through `durable.ts`; `npm run check:structure` enforces this.
 */
export { cp as copyScratch, rename as renameScratch, writeFile as writeScratch } from 'node:fs/promises';
