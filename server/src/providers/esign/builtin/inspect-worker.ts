import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { EsignError } from '#platform/ports/esign.ts';
import { inspectTemplate } from './inspect.ts';
import { PROBLEMS } from './template-limits.ts';

/** Strangers' PDFs are read here, so that one that takes all memory or never ends harms nobody. */
const questionSchema = z.object({ bytes: z.instanceof(Uint8Array) });

parentPort?.on('message', (question: unknown) => {
  answerTo(question).then((answer) => parentPort?.postMessage(answer));
});

async function answerTo(question: unknown) {
  try {
    return { inspection: await inspectTemplate(questionSchema.parse(question).bytes) };
  } catch (error) {
    const isExpected = error instanceof EsignError && error.kind === 'invalid';
    const cause = error instanceof Error && error.cause ? String(error.cause) : String(error);
    return { problem: isExpected ? error.message : PROBLEMS.damaged, cause };
  }
}
