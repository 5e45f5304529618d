/** A log entry is changed and deleted by the agent who created it, or by an owner (decision 050). */
export function canChangeCall(
  actor: { id: number; is_owner: boolean },
  call: { agent_id: number | null },
): boolean {
  return actor.is_owner || call.agent_id === actor.id;
}
