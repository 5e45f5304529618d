import { expect, it } from 'vitest';
import { isSafePage } from './rules.ts';

it.each([
  ['https://squareup.com/pay-invoice/inv:0-1', true],
  ['http://localhost:4102/pay/inv:0-1', true],
  ['http://127.0.0.1:4102/pay/inv:0-1', true],
  ['http://squareup.com/pay-invoice/inv:0-1', false],
  ['http://localhost.evil.example/pay', false],
  ['https:squareup', true],
  ['//evil.example/pay', false],
  ['javascript:alert(1)//https://squareup.com', false],
  ['/pay/x', false],
  ['', false],
])('%s is a page to lead visitors to: %s', (address, isSafe) => {
  expect(isSafePage(address)).toBe(isSafe);
});
