import { ApiError } from '../../lib/api-error.ts';
import { linkFailure, NO_LINK, NO_TOKEN } from './link-target.ts';

interface LinkQuery {
  error: Error | null;
  isSuccess: boolean;
  data: { formUrl: string } | null | undefined;
}

/** The words for a link that could not be made, or that came back empty; null when it is there or on its way. */
export function failureOf({ error, isSuccess, data }: LinkQuery): { title: string; detail: string } | null {
  if (error instanceof ApiError) return linkFailure(error);
  if (error) return NO_TOKEN;
  if (isSuccess && !data?.formUrl) return { title: NO_LINK, detail: '' };
  return null;
}
