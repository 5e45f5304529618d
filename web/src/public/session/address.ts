export type PublicAddress =
  | { page: 'form'; formLinkId: string; token: string | null }
  | { page: 'sign' | 'secure' | 'pay' | 'unknown' }
  | { page: 'signed'; isSigned: boolean };

/** Events with which a signing screen says that nothing was signed (decisions C6). */
const NOT_SIGNED = ['cancel', 'decline', 'session_timeout', 'exception'];

/** What a public address stands for (0§2; decisions C4). */
export function publicAddress(location: { pathname: string; search: string }): PublicAddress {
  const [area, id, token, ...rest] = location.pathname
    .replace(/^\/crm(?=\/(?:signed|agent-signing-complete)\/?$)/, '')
    .split('/')
    .filter(Boolean)
    .map(decoded);
  if (rest.length > 0) return { page: 'unknown' };
  if (area === 'forms' && id) return { page: 'form', formLinkId: id, token: token ?? null };
  if (area === 'sign' || area === 'secure' || area === 'pay') return { page: area };
  if (area === 'signed' || area === 'agent-signing-complete') {
    const event = new URLSearchParams(location.search).get('event') ?? '';
    return { page: 'signed', isSigned: !NOT_SIGNED.includes(event) };
  }
  return { page: 'unknown' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
