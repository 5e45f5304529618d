import { describe, expect, it } from 'vitest';
import { asciiEmail } from './ascii-email.ts';

describe('ASCII form of an email address', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    ['Ana <ana@example.com>', 'ana@example.com'],
    ['ana@müller.example', 'ana@xn--mller-kva.example'],
    ['josé@example.com', null],
    ['not an address', null],
    ['', null],
    [null, null],
  ])('converts %j to %j', (text, address) => {
    expect(asciiEmail(text)).toBe(address);
  });
});
