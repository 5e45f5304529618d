import { describe, expect, it } from 'vitest';
import { tokenOf } from '../testing/sign-in.ts';
import {
  clearSignIn,
  isAgentManager,
  isTemplateEditor,
  type SignedInAgent,
  signedInAgent,
  storedProfile,
  storedToken,
  storeSignIn,
} from './sign-in.ts';

const profile = { first_name: 'Zoë', last_name: 'Núñez', username: 'zoe', email: 'zoe@example.com' };

describe('the stored sign-in', () => {
  it('uses the storage keys of the specification', () => {
    storeSignIn('a.b.c', profile);
    expect({ ...localStorage }).toEqual({
      jwt: 'a.b.c',
      adminFirstName: 'Zoë',
      adminLastName: 'Núñez',
      adminUsername: 'zoe',
      adminEmail: 'zoe@example.com',
    });
    expect(storedProfile()).toEqual(profile);
  });

  it('is cleared by signing out, which leaves other keys unchanged', () => {
    storeSignIn('a.b.c', profile);
    localStorage.setItem('other', '1');
    clearSignIn();
    expect({ ...localStorage }).toEqual({ other: '1' });
  });

  it.each(['abc', 'a.b', 'a.b.c.d', ''])('discards %j, which does not have three parts', (token) => {
    localStorage.setItem('jwt', token);
    expect(storedToken()).toBeNull();
    expect(localStorage.getItem('jwt')).toBeNull();
  });
});

describe('the signed-in agent', () => {
  it('is read from the claims of the token', () => {
    localStorage.setItem('jwt', tokenOf({ id: 12, is_owner: true }));
    expect(signedInAgent()).toMatchObject({ id: 12, is_owner: true, is_developer: false });
  });

  it('is empty without a token, with an undecodable one or with missing claims', () => {
    expect(signedInAgent()).toBeNull();
    localStorage.setItem('jwt', 'a.%%%.c');
    expect(signedInAgent()).toBeNull();
    localStorage.setItem('jwt', `a.${btoa('{"id":1}')}.c`);
    expect(signedInAgent()).toBeNull();
    localStorage.setItem('jwt', `a.${btoa('null')}.c`);
    expect(signedInAgent()).toBeNull();
  });

  it('is empty from the second the token expires', () => {
    localStorage.setItem('jwt', tokenOf({ exp: 1000 }));
    expect(signedInAgent(999_999)).not.toBeNull();
    expect(signedInAgent(1_000_000)).toBeNull();
  });
});

describe('permissions by flag', () => {
  const agent = (flags: Partial<SignedInAgent>): SignedInAgent => ({
    id: 1,
    exp: 1,
    is_owner: false,
    is_developer: false,
    has_all_staff_access: false,
    ...flags,
  });
  it.each([
    [{}, false, false],
    [{ is_owner: true }, true, true],
    [{ is_developer: true }, true, true],
    [{ has_all_staff_access: true }, false, true],
  ])('%j: forms area %s, agents %s', (flags, forms, agents) => {
    expect(isTemplateEditor(agent(flags))).toBe(forms);
    expect(isAgentManager(agent(flags))).toBe(agents);
  });
  it('nothing while signed out', () => {
    expect(isTemplateEditor(null)).toBe(false);
    expect(isAgentManager(null)).toBe(false);
  });
});
