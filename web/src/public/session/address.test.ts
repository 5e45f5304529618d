import { describe, expect, it } from 'vitest';
import { publicAddress } from './address.ts';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://portal.test');
  return publicAddress({ pathname, search });
};

describe('a public address', () => {
  it('names a form, with or without a token', () => {
    expect(at('/forms/personal-info')).toEqual({ page: 'form', formLinkId: 'personal-info', token: null });
    expect(at('/forms/personal-info/a.b.c')).toEqual({
      page: 'form',
      formLinkId: 'personal-info',
      token: 'a.b.c',
    });
    expect(at('/forms/my%20form')).toMatchObject({ formLinkId: 'my form' });
  });

  it('names the pages that are not forms', () => {
    expect(at('/secure/a.b.c')).toEqual({ page: 'secure', token: 'a.b.c' });
    expect(at('/sign/w9/a.b.c')).toEqual({ page: 'sign', formLinkId: 'w9', token: 'a.b.c' });
    expect(at('/sign/w9')).toEqual({ page: 'sign', formLinkId: 'w9', token: null });
    expect(at('/signing/a.b.c')).toEqual({ page: 'signing', ticket: 'a.b.c' });
    expect(at('/pay/x')).toEqual({ page: 'pay', token: 'x' });
  });

  it('distinguishes signed from not signed, also under /crm', () => {
    const signed = { page: 'signed', isSigned: true, event: null, formId: null, mark: null };
    expect(at('/signed?event=signing_complete')).toEqual({ ...signed, event: 'signing_complete' });
    expect(at('/signed?formId=7')).toEqual({ ...signed, formId: 7 });
    expect(at('/signed?formId=7&state=a.b.c')).toEqual({ ...signed, formId: 7, mark: 'a.b.c' });
    expect(at('/signed?formId=7x')).toMatchObject({ formId: null });
    for (const event of ['cancel', 'decline', 'session_timeout', 'exception', 'ttl_expired', 'tomorrow'])
      expect(at(`/crm/agent-signing-complete?event=${event}`)).toMatchObject({ isSigned: false });
  });

  it('is unknown for everything else', () => {
    for (const address of [
      '/forms',
      '/secure',
      '/sign',
      '/signing/a/b',
      '/pay',
      '/pay/a/b',
      '/forms/a/b/c',
      '/',
      '/forms/%E0%A4%A/b/c',
    ])
      expect(at(address)).toEqual({ page: 'unknown' });
  });
});
