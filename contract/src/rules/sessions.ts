import { type Flag, isOn } from './blank.ts';

/** 'Session N+1' over the listed sessions, given as their number or as the list itself (1§9, decisions G12). */
export function defaultSessionName(input: {
  existing_sessions: number | ReadonlyArray<{ is_deleted?: Flag }> | null | undefined;
}): string {
  const existing = input.existing_sessions ?? 0;
  const count =
    typeof existing === 'number' ? existing : existing.filter((session) => !isOn(session.is_deleted)).length;
  return `Session ${count + 1}`;
}
