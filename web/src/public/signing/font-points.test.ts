import { describe, expect, it } from 'vitest';
import { fontPoints } from './document-field.tsx';

const line = { kind: 'text', width: 180, height: 16, multiline: false } as const;

describe('the size of the text in a field', () => {
  it.each([
    ['follows the height', { ...line, height: 10 }, 'Ana', 6.2],
    ['is at most that of documents', { ...line, height: 40 }, 'Ana', 10],
    ['of several lines follows one of them', { ...line, height: 90, multiline: true }, 'x'.repeat(500), 9.92],
  ] as const)('%s', (_case, field, text, points) => {
    expect(fontPoints(field, text)).toBeCloseTo(points);
  });

  it('shrinks for text that would be cut off, to a size that is still readable', () => {
    const email = 'margaret.whitfield-alvarez@example.com';
    const points = fontPoints(line, email);
    expect(points).toBeGreaterThan(5);
    expect(points).toBeLessThan(9);
    expect(fontPoints({ ...line, kind: 'list' }, email)).toBeLessThan(points);
    expect(fontPoints(line, email.repeat(5))).toBe(5);
  });
});
