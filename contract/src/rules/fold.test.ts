import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold.ts';

describe('foldText', () => {
  it.each([
    ['Núñez', 'nunez'],
    ['NU\u0301N\u0303EZ', 'nunez'],
    ['O’Brien', "o'brien"],
    ['O´Brien', "o'brien"],
    ['O`Brien', "o'brien"],
    ['Oʻahu', "o'ahu"],
    ['“Bob”', '"bob"'],
    ['Smith–Jones', 'smith-jones'],
    ['Smith\u2011Jones', 'smith-jones'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Bjørn Łukasz Đặng Þór', 'bjorn lukasz dang thor'],
    ['Æsa Œuvre', 'aesa oeuvre'],
    ['İstanbul', 'istanbul'],
    ['Yılmaz', 'yilmaz'],
    ['Ｊｏｓé', 'jose'],
    ['  Ana\u00a0 \tMaría ', 'ana maria'],
    ['Jo\u200bse\ufeff', 'jose'],
    ['ﬁona', 'fiona'],
    ['Γιώργος', 'γιωργοσ'],
    ['Алёна', 'алена'],
    ['שָׁלוֹם', 'שלום'],
    ['', ''],
  ])('folds %j to %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('distinguishes letters that differ in other scripts', () => {
    expect(foldText('たかだ')).not.toBe(foldText('たかた'));
    expect(foldText('कि')).not.toBe(foldText('क'));
    expect(foldText('김')).not.toBe(foldText('기'));
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});
