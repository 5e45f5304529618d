import { expect, it } from 'vitest';
import { canRequestSession, needsPasscode, type SessionActor } from './policy.ts';

const holder = { kind: 'client', session_id: 7, session_form_id: null, is_unlocked: true } as const;

it.each<[string, SessionActor, boolean, boolean]>([
  ['an agent', { kind: 'agent' }, true, false],
  ['the holder of its link', holder, true, false],
  ['the holder of its link before the passcode', { ...holder, is_unlocked: false }, true, true],
  ['the holder of a link of one of its forms', { ...holder, session_form_id: 3 }, false, false],
  ['the holder of a link of another session', { ...holder, session_id: 8 }, false, false],
  ['the holder of a link of no session', { ...holder, session_id: null }, false, false],
])('session 7 and %s', (_who, actor, canRequest, isLocked) => {
  expect([canRequestSession(actor, 7), needsPasscode(actor)]).toEqual([canRequest, isLocked]);
});
