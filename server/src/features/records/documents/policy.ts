/**
 * Only an owner can delete the finished PDF of a signed form; any agent can delete other documents (decisions
 * O5).
 */
export function canDeleteDocument(actor: { is_owner: boolean }, document: { is_sealed: boolean }): boolean {
  return actor.is_owner || !document.is_sealed;
}
