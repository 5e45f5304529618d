/**
 * The server looked at a write and did nothing: sent again, it is another one. After anything else it may have been done, also
 * where the last answer was "too late" or "too many": an attempt before it, whose answer was lost, may have been taken.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error)) return false;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429;
}
