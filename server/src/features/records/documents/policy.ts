/** The finished PDF of a signed form is an owner's alone to delete; other documents are everybody's (decisions O5). */
export function canDeleteDocument(actor: { is_owner: boolean }, document: { is_sealed: boolean }): boolean {
  return actor.is_owner || !document.is_sealed;
}
