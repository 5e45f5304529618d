import { afterEach, expect, it } from 'vitest';
import { here, isOutside, setPublicUrl } from './external-url.ts';

afterEach(() => setPublicUrl(null));

it('opens portal URLs where the page is open, whichever host name the server uses', () => {
  const absoluteUrl = 'https://portal.example/signing/a.b.c?x=1#y';
  expect([here(absoluteUrl), isOutside(absoluteUrl)]).toEqual([absoluteUrl, true]);
  setPublicUrl('https://portal.example/');
  expect([here(absoluteUrl), isOutside(absoluteUrl)]).toEqual(['/signing/a.b.c?x=1#y', false]);
  expect(here(`${window.location.origin}/pay/x`)).toBe('/pay/x');
  expect(here('/pay/x')).toBe('/pay/x');
});

it('loads files from this origin before the portal’s URL is known', () => {
  expect(here('https://portal.example/api/files/ticket/a%20b.pdf')).toBe('/api/files/ticket/a%20b.pdf');
});

it('leaves URLs of other hosts unchanged', () => {
  setPublicUrl('https://portal.example');
  for (const address of ['https://demo.docusign.net/Signing/x', 'https://portal.example.evil.test/signing/x'])
    expect([here(address), isOutside(address)]).toEqual([address, true]);
});
