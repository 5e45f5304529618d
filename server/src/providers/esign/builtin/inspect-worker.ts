import { z } from 'zod';
import { serveTasks } from '#platform/pdf/serve-tasks.ts';
import { EsignError } from '#platform/ports/esign.ts';
import { checkFinished, inspectTemplate } from './inspect.ts';
import { PROBLEMS } from './template-limits.ts';

const bytes = z.instanceof(Uint8Array);
const taskSchema = z.union([z.object({ template: bytes, finished: bytes }), z.object({ bytes })]);

serveTasks(async (input, nextStep) => {
  const task = taskSchema.parse(input);
  try {
    if ('bytes' in task) return { inspection: await inspectTemplate(task.bytes, nextStep) };
    await checkFinished(task, nextStep);
    return { problem: null };
  } catch (error) {
    const isExpected = error instanceof EsignError && error.kind === 'invalid';
    const cause = error instanceof Error && error.cause ? String(error.cause) : String(error);
    return { problem: isExpected ? error.message : PROBLEMS.damaged, cause };
  }
});
