import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it.each([
    ['a name with zero-width characters', 'A\u200bna\ufeff Ru\u2060iz', 'Ana Ruiz'],
    ['a name in reversed order', '\u202eziuR anA\u202c', 'ziuR anA'],
    ['only zero-width characters', '\u200b\u200d\ufeff', ''],
    ['only fillers that look blank', '\u3164\uffa0\u115f', ''],
    ['tag characters', 'AR\u{e0041}\u{e0052}', 'AR'],
    ['a line break', 'Ana\r\nRuiz', 'Ana Ruiz'],
    ['a Persian name with a joiner', 'عل\u200cی', 'عل\u200cی'],
    ['a name in any script', 'Nguyễn 王小明 O’Brien', 'Nguyễn 王小明 O’Brien'],
  ])('%s', (_what, text, visible) => {
    expect(visibleText(text)).toBe(visible);
  });
});
