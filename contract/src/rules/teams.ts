import { nameError } from './names.ts';

/** What is wrong with the name of a team; names are compared trimmed and without case. */
export function teamNameError(name: string, otherNames: readonly string[]): string | null {
  const taken = 'A team with this name already exists';
  return nameError(name, otherNames, { empty: 'Please give the team a name.', taken });
}
