let publicOrigin: string | null = null;

/** Notes PUBLIC_URL, under which answers name places of this portal (decisions O6). */
export function notePublicUrl(publicUrl: string | null): void {
  publicOrigin = publicUrl === null ? null : (URL.parse(publicUrl)?.origin ?? null);
}

/**
 * A place of this portal as a path, so that it opens where this page is open too: behind another name, or from the
 * development server. Files are always ours. The address of another host stays as it is.
 */
export function here(address: string): string {
  const url = new URL(address, window.location.href);
  const isOurs =
    url.origin === window.location.origin ||
    url.origin === publicOrigin ||
    url.pathname.startsWith('/api/files/');
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : address;
}

/** Whether an address is another host's: such a page may not be framed here, and leads back by itself. */
export function isOutside(address: string): boolean {
  return !here(address).startsWith('/');
}

/** Leaves the portal for a web address; anything else is no place to go to. */
export function leaveFor(address: string): void {
  if (!/^https?:\/\//.test(address)) throw new Error('not a web address');
  window.location.assign(address);
}
