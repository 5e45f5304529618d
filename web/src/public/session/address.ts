export type PublicAddress =
  | { page: 'form' | 'sign'; formLinkId: string; token: string | null }
  | { page: 'secure'; token: string }
  | { page: 'signing'; ticket: string }
  | {
      page: 'signed';
      isSigned: boolean;
      /** The event reported by the signing page. It is untrusted, because anyone can edit the address. */
      event: string | null;
      formId: number | null;
      /** The return token that the provider sends back; null from the built-in signing screen. */
      mark: string | null;
    }
  | { page: 'pay'; token: string }
  | { page: 'unknown' };

/** The meaning of a public address (0§2; decisions C4). */
export function publicAddress(location: { pathname: string; search: string }): PublicAddress {
  const [area, id, token, ...rest] = location.pathname
    .replace(/^\/crm(?=\/(?:signed|agent-signing-complete)\/?$)/, '')
    .split('/')
    .filter(Boolean)
    .map(decoded);
  if (rest.length > 0) return { page: 'unknown' };
  if (area === 'signed' || area === 'agent-signing-complete') return signedAddress(location.search);
  if (!id) return { page: 'unknown' };
  if (area === 'forms') return { page: 'form', formLinkId: id, token: token ?? null };
  if (area === 'sign') return { page: 'sign', formLinkId: id, token: token ?? null };
  if (area === 'pay' && !token) return { page: 'pay', token: id };
  if (area === 'secure' && !token) return { page: 'secure', token: id };
  return area === 'signing' && !token ? { page: 'signing', ticket: id } : { page: 'unknown' };
}

function signedAddress(search: string): PublicAddress {
  const query = new URLSearchParams(search);
  const formId = Number(query.get('formId'));
  return {
    page: 'signed',
    // Every other event means that nothing was signed.
    isSigned: ['signing_complete', null].includes(query.get('event')),
    event: query.get('event'),
    formId: Number.isSafeInteger(formId) && formId > 0 ? formId : null,
    mark: query.get('state'),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
