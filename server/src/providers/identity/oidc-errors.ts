import { IdentityError } from '#platform/ports/identity.ts';

/** Which of the library's errors mean that the provider is at fault or was not reached. */
const UNREACHED = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

/** Expired or not valid yet, beyond the tolerance. */
const OUT_OF_TIME = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

/** Converts an error of the library to the port's error. Causes are logged; people see only our own messages. */
export async function asIdentityError(error: unknown): Promise<IdentityError> {
  if (error instanceof IdentityError) return error;
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await import('openid-client');
  const options = { cause: error };
  if (error instanceof AuthorizationResponseError)
    return new IdentityError('refused', `The provider responded with ${error.error}.`, {
      ...options,
      code: error.error,
    });
  if (error instanceof ResponseBodyError) {
    // A code that was redeemed before, has expired or belongs to another verifier. Anything else is about our settings.
    const kind = error.error === 'invalid_grant' ? 'untrusted' : 'unavailable';
    return new IdentityError(kind, `The provider responded with ${error.error}.`, {
      ...options,
      code: error.error,
    });
  }
  if (error instanceof ClientError && error.code === OUT_OF_TIME)
    return new IdentityError('clock', error.message, options);
  if (error instanceof ClientError && !UNREACHED.includes(error.code ?? ''))
    return new IdentityError('untrusted', error.message, options);
  return new IdentityError('unavailable', error instanceof Error ? error.message : 'no response', options);
}
