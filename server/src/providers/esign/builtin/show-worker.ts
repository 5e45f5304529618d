import { z } from 'zod';
import { serveTasks } from '#platform/pdf/serve-tasks.ts';
import { type Drawing, drawDocument } from './draw-document.ts';
import { openTemplate } from './open-template.ts';
import { templateFactsSchema } from './template-facts.ts';
import { problemOf } from './worker-answers.ts';

const bytes = z.instanceof(Uint8Array);
const taskSchema = z.union([z.object({ bytes, drawing: z.custom<Drawing>(Boolean) }), z.object({ bytes })]);

serveTasks(async (input) => {
  const task = taskSchema.parse(input);
  try {
    if ('drawing' in task) return { document: await drawDocument(task.bytes, task.drawing) };
    // The schema omits the open PDF, which cannot leave the worker.
    return { template: templateFactsSchema.parse(await openTemplate(task.bytes)) };
  } catch (error) {
    return problemOf(error);
  }
});
