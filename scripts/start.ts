import { ensureWebBuild } from './web-build.ts';

const PARENT_CHECK_MS = 1000;

/** Under npm a shell stands between npm and this process and passes no signal on: when it goes, the server stops. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

if (process.env.npm_lifecycle_event) stopWithParent();
await ensureWebBuild();
await import('../server/src/main.ts');
