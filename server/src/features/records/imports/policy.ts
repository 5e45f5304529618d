/** An import shows names and reasons of a whole file: its agent, owners and developers see it, nobody else. */
export function canSeeImport(
  actor: { id: number; is_owner: boolean; is_developer: boolean },
  made: { agent_id: number | null },
): boolean {
  return made.agent_id === actor.id || seesEveryImport(actor);
}

export function seesEveryImport(actor: { is_owner: boolean; is_developer: boolean }): boolean {
  return actor.is_owner || actor.is_developer;
}
