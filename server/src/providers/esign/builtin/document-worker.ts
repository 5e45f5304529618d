import { z } from 'zod';
import { serveTasks } from '#platform/pdf/serve-tasks.ts';
import { type Finishing, finishDocument } from './finish-document.ts';
import { inspectTemplate } from './inspect.ts';
import { PROBLEMS } from './template-limits.ts';
import { problemOf } from './worker-answers.ts';

const bytes = z.instanceof(Uint8Array);
const taskSchema = z.union([
  z.object({ bytes, finishing: z.custom<Finishing>(Boolean) }),
  z.object({ bytes }),
]);

serveTasks(async (input, nextStep) => {
  const task = taskSchema.parse(input);
  try {
    if ('finishing' in task) return { document: await finishDocument(task.bytes, task.finishing, nextStep) };
    return { inspection: await inspectTemplate(task.bytes, nextStep) };
  } catch (error) {
    return problemOf(error, 'finishing' in task ? undefined : PROBLEMS.damaged);
  }
});
