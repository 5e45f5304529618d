/**
 * Writing what may be lost in a power cut: locks of running processes and folders that a command removes again. Everything
 * else is written through `durable.ts`; `npm run check:structure` holds that.
 */
export { cp as copyScratch, rename as renameScratch, writeFile as writeScratch } from 'node:fs/promises';
