import { type ChildProcess, spawn } from 'node:child_process';

const PORT = process.env.PORT ?? '3000';
const WATCHED = ['server', 'contract', 'host', 'postgres'];

/** The server restarts when its code changes; Vite serves the browser code at http://localhost:5173. */
const children: ChildProcess[] = [
  spawn('node', [...WATCHED.map((folder) => `--watch-path=${folder}/src`), 'server/src/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PORT, NODE_ENV: 'development' },
  }),
  spawn('vite', ['web', '--clearScreen', 'false'], {
    stdio: 'inherit',
    env: { ...process.env, API_PORT: PORT },
  }),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
