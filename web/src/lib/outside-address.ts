/** Whether an address is another host's: such a page may not be framed here, and leads back by itself. */
export function isOutside(address: string): boolean {
  return new URL(address, window.location.href).origin !== window.location.origin;
}

/** Leaves the portal for a web address; anything else is no place to go to. */
export function leaveFor(address: string): void {
  if (!/^https?:\/\//.test(address)) throw new Error('not a web address');
  window.location.assign(address);
}
