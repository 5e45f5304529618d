/** An exact decimal number: units / 10^scale. */
export type Decimal = { units: bigint; scale: number };

// Longer texts are never an amount that a person typed; rejecting them first keeps the pattern and BigInt fast.
const LONGEST_DECIMAL_TEXT = 60;

/** Parses a number or decimal text ('2.5', '1e-7') without a binary fraction; null when it is not a number. */
export function parseDecimal(value: number | string | null | undefined): Decimal | null {
  const text = String(value ?? '').trim();
  if (text.length > LONGEST_DECIMAL_TEXT) return null;
  const match = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (match === null) return null;
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match;
  if (integer === '' && fraction === '') return null;
  const size = BigInt(`${integer}${fraction}`);
  const units = sign === '-' ? -size : size;
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * tenTo(-scale), scale: 0 };
}

/** numerator / denominator to the nearest integer, halves up (decisions K13). The denominator is above zero. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const doubled = 2n * numerator + denominator;
  const divisor = 2n * denominator;
  const quotient = doubled / divisor;
  return doubled % divisor < 0n ? quotient - 1n : quotient;
}

/** The product of two decimals to the nearest integer, halves up (decisions K13). */
export function multiplyHalfUp(a: Decimal, b: Decimal): number {
  return Number(divideHalfUp(a.units * b.units, tenTo(a.scale + b.scale)));
}

function tenTo(power: number): bigint {
  return 10n ** BigInt(power);
}
