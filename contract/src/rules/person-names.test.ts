import { describe, expect, it } from 'vitest';
import { splitFullName } from './person-names.ts';

describe('splitFullName', () => {
  it.each([
    ['Ana Lee', 'Ana', 'Lee'],
    ['  Ana   Lee ', 'Ana', 'Lee'],
    ['Lee, Ana', 'Ana', 'Lee'],
    ['LEE,ANA M', 'ANA M', 'LEE'],
    ['de la Cruz, Ana María', 'Ana María', 'de la Cruz'],
    ['Ana María de la Cruz', 'Ana María', 'de la Cruz'],
    ['João da Silva', 'João', 'da Silva'],
    ['Maria das Dores dos Santos', 'Maria das Dores', 'dos Santos'],
    ['Piet van der Berg', 'Piet', 'van der Berg'],
    ['Sammy Davis Jr.', 'Sammy', 'Davis Jr.'],
    ['Sammy Davis, Jr.', 'Sammy', 'Davis Jr.'],
    ['Davis, Sammy, Jr.', 'Sammy', 'Davis Jr.'],
    ['Davis Jr, Sammy', 'Sammy', 'Davis Jr'],
    ['John Smith III', 'John', 'Smith III'],
    ['Ana Lee, MD', 'Ana', 'Lee MD'],
    ['Mrs. Ana Lee', 'Ana', 'Lee'],
    ['Lee, Dr. Ana', 'Ana', 'Lee'],
    ['Suharto', 'Suharto', ''],
    ['Suharto,', 'Suharto', ''],
    ['Mr.', 'Mr.', ''],
    ["Connor O'Brien", 'Connor', "O'Brien"],
    ['Ana & Bo Lee', 'Ana & Bo', 'Lee'],
    ['Palm Roofing LLC', '', 'Palm Roofing LLC'],
    ['Smith, Jones & Co, Inc.', '', 'Smith, Jones & Co, Inc.'],
    ['Núñez Ibáñez, José', 'José', 'Núñez Ibáñez'],
    ['', '', ''],
    [',', '', ''],
  ])('splits %j into %j and %j', (text, first, last) => {
    expect(splitFullName(text)).toEqual({ first, last });
  });
});
