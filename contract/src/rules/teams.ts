import { nameError } from './names.ts';

/** Validation error for the name of a team; names are compared trimmed and without case. */
export function teamNameError(name: string, otherNames: readonly string[]): string | null {
  const taken = 'A team with this name already exists';
  return nameError(name, otherNames, { empty: 'Please enter a team name.', taken });
}
