import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as every authenticator app implements it: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** 160 bits, the length of the hash (RFC 4226, 4). */
const SECRET_BYTES = 20;
/** Steps before and after the current one whose codes are accepted too: clocks differ, and typing takes time. */
const STEPS_BESIDE = 1;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as base32 without padding (RFC 4648), the format for manual entry in apps. */
export function toBase32(bytes: Uint8Array): string {
  let [bits, bitCount, text] = [0, 0, ''];
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    for (; bitCount >= 5; bitCount -= 5) text += ALPHABET[(bits >>> (bitCount - 5)) & 31];
    bits &= (1 << bitCount) - 1;
  }
  return bitCount > 0 ? text + ALPHABET[(bits << (5 - bitCount)) & 31] : text;
}

/** The bytes of a base32 text written by `toBase32`. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, bitCount] = [0, 0];
  for (const sign of text) {
    bits = (bits << 5) | ALPHABET.indexOf(sign);
    bitCount += 5;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes.push((bits >>> bitCount) & 255);
    bits &= (1 << bitCount) - 1;
  }
  return Buffer.from(bytes);
}

/** A secret for one authenticator app, in base32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** The code of a step (RFC 4226, 5.3); steps are 30 seconds long and counted from 1970. */
export function codeAt(secret: string, step: number, digits: number = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(instant: Date): number {
  return Math.floor(instant.getTime() / STEP_MS);
}

/** The step whose code this is, at `now` or one step before or after; null for any other code. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const present = stepAt(now);
  let found: number | null = null;
  // All steps are compared, so that timing does not reveal which one matched.
  for (let step = present - STEPS_BESIDE; step <= present + STEPS_BESIDE; step += 1) {
    if (step >= 0 && isSame(codeAt(secret, step), code)) found = step;
  }
  return found;
}

function isSame(expected: string, provided: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(provided)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The content of the QR code for an app: the account and the secret. */
export function keyUri({
  issuer,
  username,
  secret,
}: Record<'issuer' | 'username' | 'secret', string>): string {
  // A colon separates issuer and name.
  const label = [issuer, username].map((text) => encodeURIComponent(text.replaceAll(':', ' '))).join(':');
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}
