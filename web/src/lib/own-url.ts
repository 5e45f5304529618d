/** An address of this portal, or undefined: nobody is sent elsewhere after signing in. */
export function ownAddress(address: unknown): string | undefined {
  return typeof address === 'string' && /^\/(?![/\\])/.test(address) ? address : undefined;
}
