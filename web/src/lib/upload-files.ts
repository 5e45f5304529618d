import type { Endpoint, ReplyOf } from '@ledgerline/contract/endpoint';
import { endSignIn } from './api.ts';
import { type ProgressOptions, sendWithProgress } from './send-with-progress.ts';
import { storedToken } from './sign-in.ts';

/** Uploads files of the signed-in agent as multipart, with progress. */
export function uploadWithProgress<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: ProgressOptions<E> = {},
): Promise<ReplyOf<E>> {
  const token = storedToken();
  const onUnauthorized = () => {
    if (token === storedToken()) endSignIn();
  };
  return sendWithProgress(endpoint, form, { ...options, token, onUnauthorized });
}
