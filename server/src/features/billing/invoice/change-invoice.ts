/** The one way in which invoices and their lines are written; whoever changes one holds it first. */
export {
  changeInvoice,
  deleteInvoice,
  findLines,
  findOfPeriod,
  type InvoiceRecord,
  insertInvoice,
  type LineRecord,
  lockInvoice,
  type NewInvoiceRecord,
  replaceLines,
} from './repository.ts';
