/** Whether this number could name a row; `/crm/clients/abc` names nobody, and the server refuses it with 400. */
export function isRowId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
