import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends SIGTERM to a process and waits until it has ended, at most `ms`. */
export async function requestEnd(child: ChildProcess | null, ms: number): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(ms)]);
}
