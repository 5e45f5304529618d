import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OWNER } from './accounts.ts';
import { startMailServer } from './mail-server.ts';

/** Starts the product as it ships, with an empty database in a temporary folder, and a mail server. */
process.env.PORT = process.env.E2E_PORT ?? '3987';
process.env.DATA_DIR = process.env.E2E_DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'ledgerline-e2e-'));
process.env.OWNER_USERNAME = OWNER.username;
process.env.OWNER_PASSWORD = OWNER.password;
process.env.LOG_LEVEL = 'warn';
process.env.SMTP_URL ??= `smtp://${(await startMailServer(process.env.DATA_DIR)).host}`;
await import('../server/src/main.ts');
