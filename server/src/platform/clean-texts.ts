import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { cleanHtml } from './html.ts';

/** This much markup is sanitized inline, in some 50 ms; more is sent to a thread. */
const INLINE_MARKUP = 5000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Sanitizes rich texts like `cleanHtml`, in order. A large batch is sanitized in a worker thread, so that other requests are
 * served meanwhile; batches are queued, so that they never use more than one thread.
 */
export async function cleanTexts(texts: readonly string[]): Promise<string[]> {
  if (markupIn(texts) <= INLINE_MARKUP) return texts.map(cleanHtml);
  const cleaned = last.then(() => cleanInThread(texts));
  last = cleaned.catch(() => undefined);
  return cleaned;
}

function markupIn(texts: readonly string[]): number {
  let count = 0;
  for (const text of texts) {
    for (let at = 0; at < text.length && count <= INLINE_MARKUP; at += 1) {
      const char = text.charCodeAt(at);
      if (char === LESS_THAN || char === AMPERSAND) count += 1;
    }
  }
  return count;
}

const LESS_THAN = 0x3c;
const AMPERSAND = 0x26;

function cleanInThread(texts: readonly string[]): Promise<string[]> {
  const worker = new Worker(new URL('./clean-texts-worker.ts', import.meta.url), { workerData: texts });
  return new Promise((resolve, reject) => {
    worker.once('message', (message) => resolve(z.array(z.string()).parse(message)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the sanitizing thread ended with ${code}`)));
  });
}
