let publicOrigin: string | null = null;

/** Stores PUBLIC_URL, the base of portal URLs in responses (decisions O6). */
export function setPublicUrl(publicUrl: string | null): void {
  publicOrigin = publicUrl === null ? null : (URL.parse(publicUrl)?.origin ?? null);
}

/**
 * Converts a portal URL to a path, so that it opens on the current host too: behind another name, or from the
 * development server. Files are always ours. URLs of other hosts stay unchanged.
 */
export function here(address: string): string {
  const url = new URL(address, window.location.href);
  const isOurs =
    url.origin === window.location.origin ||
    url.origin === publicOrigin ||
    url.pathname.startsWith('/api/files/');
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : address;
}

/** Whether a URL is on another host: such a page may not be framed here, and redirects back by itself. */
export function isOutside(address: string): boolean {
  return !here(address).startsWith('/');
}

/** Leaves the portal for a web URL; anything else is rejected. */
export function leaveFor(address: string): void {
  if (!/^https?:\/\//.test(address)) throw new Error('not a web address');
  window.location.assign(address);
}
