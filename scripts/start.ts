import { ensureWebBuild } from './web-build.ts';

const PARENT_CHECK_MS = 1000;

/** Under npm, the parent process is a shell that does not forward signals: the server stops when the shell ends. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

if (process.env.npm_lifecycle_event) stopWithParent();
await ensureWebBuild();
await import('../server/src/main.ts');
