import { z } from 'zod';
import { EsignError } from '#platform/ports/esign.ts';

/** What a worker returns when a PDF cannot be used. */
export const problemSchema = z.object({ problem: z.string(), cause: z.string() });
export type Problem = z.output<typeof problemSchema>;

/** The message of an EsignError `invalid`; any other error is rethrown unless `otherwise` maps it. */
export function problemOf(error: unknown, otherwise?: string): Problem {
  const problem = error instanceof EsignError && error.kind === 'invalid' ? error.message : otherwise;
  if (problem === undefined) throw error;
  return { problem, cause: error instanceof Error && error.cause ? String(error.cause) : String(error) };
}
