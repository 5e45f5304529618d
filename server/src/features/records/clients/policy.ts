/** Agents see every client; the holder of a link sees the client of the link (decisions B16). */
export function canSeeClient(
  actor: { kind: 'agent' } | { kind: 'client'; client_id: number | null },
  id: number,
): boolean {
  return actor.kind === 'agent' || actor.client_id === id;
}
