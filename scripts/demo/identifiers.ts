import type { Random } from './random.ts';
import * as samples from './sample-text.ts';

/** Realistic identifiers that belong to no one: from ranges that are never issued or are reserved for fiction. */

/** 555-0100 to 555-0199 are reserved for fiction. */
export function phone(random: Random): string {
  return `(${random.pick(samples.AREA_CODES)}) 555-01${random.digits(2)}`;
}

export function email(random: Random, first: string, last: string): string {
  const plain = `${first}.${last}`.normalize('NFD').replace(/[^a-zA-Z.]/g, '');
  return `${plain.toLowerCase()}${random.integer(1, 9999)}@${random.pick(samples.EMAIL_DOMAINS)}`;
}

/** No SSN starts with 9, and no taxpayer number has a middle group below 50. */
export function ssn(random: Random): string {
  return `9${random.digits(2)}-${random.integer(10, 49)}-${random.digits(4)}`;
}

export function license(random: Random): string {
  return random.chance(0.8)
    ? `X${random.digits(3)}-${random.digits(3)}-00-${random.digits(3)}-0`
    : `XX${random.digits(7)}`;
}

/** Routing numbers never start with 99. */
export function routingNumber(random: Random): string {
  const start = `99${random.digits(6)}`;
  const sum = [...start].reduce((all, digit, at) => all + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0);
  return `${start}${(10 - (sum % 10)) % 10}`;
}
export const accountNumber = (random: Random) => `000${random.digits(9)}`;
/** Employer numbers never start with 00. */
export const employerNumber = (random: Random) => `00-${random.digits(7)}`;
/** A Medicare number never starts with 0. */
export const medicareNumber = (random: Random) =>
  `0EG${random.digits(1)}-TE${random.digits(1)}-MK${random.digits(2)}`;

export const height = (random: Random) => `${random.integer(4, 6)}'${random.integer(0, 11)}"`;
export const weight = (random: Random) => `${random.integer(98, 260)} lb`;
export const dollars = (random: Random, from: number, to: number) =>
  random.integer(from * 100, to * 100) / 100;

const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A birth date with which a person is `age` years old on `today`. */
export function dateOfBirth(random: Random, today: string, age: number): string {
  const year = Number(today.slice(0, 4)) - age;
  return addDays(`${year}-${today.slice(5, 8)}01`, -random.integer(1, 360));
}
