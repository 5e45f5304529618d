import { beforeEach, describe, expect, it } from 'vitest';
import { sessionPath, storeReturnPath, storeSessionToken, storeSigningOrigin } from './return-path.ts';

/** The target of the link back from an address. */
function from(address: string): string | null {
  window.history.replaceState(null, '', address);
  return sessionPath();
}

beforeEach(() => {
  sessionStorage.clear();
  storeSessionToken('a.b.c', false);
});

describe('the link back to all forms', () => {
  it('is shown on forms and invoices opened from the page with all forms', () => {
    for (const path of [
      '/forms/personal-info/d.e.f',
      'http://localhost:3000/sign/agreement/g.h.i',
      '/pay/secret',
    ])
      storeReturnPath(path);
    expect(from('/forms/personal-info/d.e.f')).toBe('/secure/a.b.c');
    expect(from('/sign/agreement/g.h.i')).toBe('/secure/a.b.c');
    expect(from('/pay/secret')).toBe('/secure/a.b.c');
  });

  it('is not shown for other links, which may belong to another client', () => {
    storeReturnPath('/forms/personal-info/d.e.f');
    for (const address of [
      '/forms/personal-info/x.y.z',
      '/forms/personal-info',
      '/pay/secret',
      '/sign/agreement/x.y.z',
    ])
      expect(from(address)).toBeNull();
  });

  it('leads to the session that opened the form, even after another one was opened in this tab', () => {
    storeReturnPath('/forms/personal-info/d.e.f');
    storeSessionToken('x.y.z', false);
    storeReturnPath('/forms/personal-info/g.h.i');
    expect(from('/forms/personal-info/d.e.f')).toBe('/secure/a.b.c');
    expect(from('/forms/personal-info/g.h.i')).toBe('/secure/x.y.z');
  });

  it('leads an agent who previews the client’s page back to the preview', () => {
    storeSessionToken('a.b.c', true);
    storeReturnPath('/pay/secret');
    expect(from('/pay/secret')).toBe('/secure/a.b.c#preview');
  });

  it('is shown on the signing screen and the page after it, if it is shown for the link that opened it', () => {
    storeReturnPath('/sign/agreement/d.e.f');
    storeSigningOrigin('/signing/t.i.cket', '/sign/agreement/d.e.f');
    expect(from('/signing/t.i.cket')).toBe('/secure/a.b.c');
    expect(from('/signed?event=signing_complete')).toBe('/secure/a.b.c');
    expect(from('/signing/o.t.her')).toBeNull();
    storeSigningOrigin('https://sign.outside.example/1', '/sign/agreement/x.y.z');
    expect(from('/signed?event=signing_complete')).toBeNull();
  });

  it('is not shown when the stored data is invalid', () => {
    for (const damaged of ['{', '[]', 'null', '{"secret":7}', '{"secret":"https://elsewhere.example"}']) {
      sessionStorage.setItem('session-ways', damaged);
      expect(from('/pay/secret')).toBeNull();
    }
  });
});
