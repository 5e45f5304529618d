import { hash, verify } from '@node-rs/argon2';

/** argon2id with the OWASP minimum of 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

export function isPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

let unknownUserHash: Promise<string> | undefined;

/** Takes as long as a real check, so that timing does not distinguish an unknown username from a wrong password. */
export async function spendPasswordCheck(password: string): Promise<false> {
  unknownUserHash ??= hashPassword('no agent has this password');
  await isPassword(await unknownUserHash, password);
  return false;
}
