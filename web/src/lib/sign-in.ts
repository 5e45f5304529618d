import { tokenKept } from '@ledgerline/contract/rules';
import { z } from 'zod/mini';

/** Where the browser keeps the sign-in (0§3 Admin profile, 0§7). */
const KEYS = {
  token: 'jwt',
  first_name: 'adminFirstName',
  last_name: 'adminLastName',
  username: 'adminUsername',
  email: 'adminEmail',
} as const;

const claimsSchema = z.object({
  id: z.number(),
  exp: z.number(),
  is_owner: z.boolean(),
  is_developer: z.boolean(),
  has_all_staff_access: z.boolean(),
});
/** What the token says of its agent (0§6); the server checks the flags anew on every call (decisions B12). */
export type SignedInAgent = z.infer<typeof claimsSchema>;

export interface Profile {
  first_name: string;
  last_name: string;
  username: string;
  email: string;
}

/** The stored token; one without three dot-separated parts is discarded (0§4). */
export function storedToken(): string | null {
  const token = localStorage.getItem(KEYS.token);
  if (token !== null && !tokenKept(token)) {
    localStorage.removeItem(KEYS.token);
    return null;
  }
  return token;
}

/** The signed-in agent, or null without a token, with an undecodable one or with one past its end. */
export function signedInAgent(now: number = Date.now()): SignedInAgent | null {
  const payload = storedToken()?.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) =>
      c.charCodeAt(0),
    );
    const claims = claimsSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return claims.success && claims.data.exp * 1000 > now ? claims.data : null;
  } catch {
    return null;
  }
}

export function storeSignIn(token: string, profile: Profile): void {
  localStorage.setItem(KEYS.token, token);
  storeProfile(profile);
}

export function storeProfile(profile: Profile): void {
  localStorage.setItem(KEYS.first_name, profile.first_name);
  localStorage.setItem(KEYS.last_name, profile.last_name);
  localStorage.setItem(KEYS.username, profile.username);
  localStorage.setItem(KEYS.email, profile.email);
}

export function storedProfile(): Profile {
  return {
    first_name: localStorage.getItem(KEYS.first_name) ?? '',
    last_name: localStorage.getItem(KEYS.last_name) ?? '',
    username: localStorage.getItem(KEYS.username) ?? '',
    email: localStorage.getItem(KEYS.email) ?? '',
  };
}

export function clearSignIn(): void {
  for (const key of Object.values(KEYS)) localStorage.removeItem(key);
}

export function isTemplateEditor(agent: SignedInAgent | null): boolean {
  return agent !== null && (agent.is_owner || agent.is_developer);
}

export function isAgentManager(agent: SignedInAgent | null): boolean {
  return isTemplateEditor(agent) || agent?.has_all_staff_access === true;
}
