import type { Endpoint } from '@ledgerline/contract/endpoint';
import type { FieldError } from '@ledgerline/contract/errors';
import type { z } from 'zod';
import { AppError } from '../errors.ts';

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key].join('.'),
        message: 'is not a known field',
      }));
    }
    return [{ path: issue.path.join('.'), message: issue.message }];
  });
}

const TYPE_LABELS: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

/** Messages for issues without one in the schema, worded so that each can follow the field's name. */
function messageFor(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is required' : (TYPE_LABELS[issue.expected] ?? 'is not valid');
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit}`;
  if (issue.code === 'too_small') {
    return `must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}${unit}`;
  }
  return 'is not valid';
}

/** The query or body as parsed by the schema; a missing one counts as an object without fields, `null` does not. */
export function readInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value === undefined ? {} : value, { error: messageFor });
  if (!parsed.success) throw new AppError('validation_failed', { fields: fieldErrors(parsed.error) });
  return parsed.data;
}

/** A malformed id is treated as an id that does not exist (decisions A8). */
export function readParams(endpoint: Endpoint, value: unknown): unknown {
  const parsed = endpoint.params.safeParse(value);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}
