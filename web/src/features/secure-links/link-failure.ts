import { ApiError } from '../../lib/api-error.ts';
import { linkFailure, NO_LINK, NO_TOKEN } from './link-target.ts';

interface LinkQuery {
  error: Error | null;
  isSuccess: boolean;
  data: { formUrl: string } | null | undefined;
}

/** Messages for a link that could not be created or came back empty; null when it exists or is pending. */
export function failureOf({ error, isSuccess, data }: LinkQuery): { title: string; detail: string } | null {
  if (error instanceof ApiError) return linkFailure(error);
  if (error) return NO_TOKEN;
  if (isSuccess && !data?.formUrl) return { title: NO_LINK, detail: '' };
  return null;
}
