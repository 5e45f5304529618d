import { describe, expect, it } from 'vitest';
import { joinAddress, joinHeight, poundsOf, splitAddress, splitHeight } from './client-texts.ts';

describe('an address', () => {
  it.each([
    ['12 Palm Way, Miami, FL 33101', ['12 Palm Way', 'Miami', 'FL', '33101']],
    ['12 Palm Way, Apt 4, Miami fl 33101-1234', ['12 Palm Way, Apt 4', 'Miami', 'FL', '33101-1234']],
    ['12 Palm Way, St. Petersburg FL, 33701', ['12 Palm Way', 'St. Petersburg', 'FL', '33701']],
    [' 12 Palm Way, Miami ', ['12 Palm Way, Miami', '', '', '']],
    ['', ['', '', '', '']],
  ])('%j is split', (text, [streetAddress, city, state, zip]) => {
    expect(splitAddress(text)).toEqual({ streetAddress, city, state, zip });
  });

  it('is joined into one line', () => {
    expect(joinAddress(splitAddress('12 Palm Way, Miami FL 33101'))).toBe('12 Palm Way, Miami, FL 33101');
    expect(joinAddress({ streetAddress: '', city: 'Miami', state: 'FL', zip: '33101' })).toBe('');
  });
});

describe('a height', () => {
  it.each([
    [`5'4"`, '5', '4'],
    ['5’ 11”', '5', '11'],
    ['5 ft 4 in', '5', '4'],
    ['6 feet', '6', '0'],
    ['5-4', '5', '4'],
  ])('%j is split', (text, feet, inches) => {
    expect(splitHeight(text)).toEqual({ feet, inches });
  });

  it.each([['170 cm'], ['tall'], ["5'12"], ['']])('%j is rejected', (text) => {
    expect(splitHeight(text)).toBeNull();
  });

  it('is joined into its notation', () => {
    expect(joinHeight({ feet: '5', inches: '' })).toBe(`5'0"`);
    expect(joinHeight({ feet: '', inches: '4' })).toBe('');
  });
});

describe('a weight', () => {
  it.each([
    ['141 lb', '141'],
    ['141.5 lbs', '141'],
    ['141', '141'],
    ['64 kg', ''],
    ['', ''],
  ])('%j is %j pounds', (text, pounds) => {
    expect(poundsOf(text)).toBe(pounds);
  });
});
