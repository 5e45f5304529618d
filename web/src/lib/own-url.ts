/** A URL of this portal, or undefined: no open redirects after sign-in. */
export function ownAddress(address: unknown): string | undefined {
  return typeof address === 'string' && /^\/(?![/\\])/.test(address) ? address : undefined;
}
