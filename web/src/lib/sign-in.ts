import {
  AGENT_PRIVILEGES,
  type AgentPrivileges,
  hasAccess,
  isStorableToken,
} from '@ledgerline/contract/rules';
import { useSyncExternalStore } from 'react';
import { IDLE_KEYS } from './activity.ts';

/** localStorage keys of the sign-in (0§3 Admin profile, 0§7). */
const KEYS = {
  token: 'jwt',
  first_name: 'adminFirstName',
  last_name: 'adminLastName',
  username: 'adminUsername',
  email: 'adminEmail',
} as const;

/** localStorage key of recently opened items (app/shell/recent-items.ts), cleared at sign-out. */
export const RECENTS_KEY = 'recents';

/** The agent's claims in the token (0§6); the server checks the flags again on every request (decisions B12). */
export interface SignedInAgent extends AgentPrivileges {
  id: number;
  exp: number;
}

/** Validated by hand: the sign-in page is the first bundle everyone loads, without a schema library. */
function isClaims(value: unknown): value is SignedInAgent {
  if (typeof value !== 'object' || value === null) return false;
  const claims = new Map<string, unknown>(Object.entries(value));
  return (
    ['id', 'exp'].every((name) => typeof claims.get(name) === 'number') &&
    AGENT_PRIVILEGES.every((name) => typeof claims.get(name) === 'boolean')
  );
}

export interface Profile {
  first_name: string;
  last_name: string;
  username: string;
  email: string;
}

/** The stored token; one without three dot-separated parts is discarded (0§4). */
export function storedToken(): string | null {
  const token = localStorage.getItem(KEYS.token);
  if (token !== null && !isStorableToken(token)) {
    localStorage.removeItem(KEYS.token);
    return null;
  }
  return token;
}

/** The signed-in agent, or null without a token, with an undecodable or an expired one. */
export function signedInAgent(now: number = Date.now()): SignedInAgent | null {
  const payload = storedToken()?.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) =>
      c.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) && claims.exp * 1000 > now ? claims : null;
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
  for (const listener of profileListeners) listener();
}

export function storedProfile(): Profile {
  return {
    first_name: localStorage.getItem(KEYS.first_name) ?? '',
    last_name: localStorage.getItem(KEYS.last_name) ?? '',
    username: localStorage.getItem(KEYS.username) ?? '',
    email: localStorage.getItem(KEYS.email) ?? '',
  };
}

/** The agent's display name; follows edits of their account, in this tab and in others. */
export function useStoredName(): string {
  return useSyncExternalStore(subscribeProfile, storedName);
}

function storedName(): string {
  const { first_name, last_name, username } = storedProfile();
  return [first_name, last_name].filter(Boolean).join(' ') || username;
}

const profileListeners = new Set<() => void>();

function subscribeProfile(listener: () => void): () => void {
  profileListeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    profileListeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function clearSignIn(): void {
  for (const key of [...Object.values(KEYS), ...Object.values(IDLE_KEYS), RECENTS_KEY])
    localStorage.removeItem(key);
}

/** Another tab signed out: this one must stop showing its data. */
export function onSignedOutElsewhere(listener: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if ((event.key === KEYS.token || event.key === null) && storedToken() === null) listener();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

export function isTemplateEditor(agent: SignedInAgent | null): boolean {
  return agent !== null && hasAccess(agent, 'owner_or_developer');
}

/**
 * System Status is for owners and developers (1§1, decisions O14); its endpoint needs no authentication (decisions
 * B9).
 */
export function canWatchStatus(agent: SignedInAgent | null): boolean {
  return agent !== null && hasAccess(agent, 'owner_or_developer');
}

export function isOwner(agent: SignedInAgent | null): boolean {
  return agent !== null && hasAccess(agent, 'owner');
}

export function isAgentManager(agent: SignedInAgent | null): boolean {
  return agent !== null && hasAccess(agent, 'agent_manager');
}
