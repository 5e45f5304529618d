import type { Language } from '@ledgerline/contract/web-forms/definition';

/** The words on an invoice's paper. */
export interface PaperWords {
  invoice: string;
  date: string;
  due: string;
  status: string;
  billTo: string;
  item: string;
  quantity: string;
  price: string;
  amount: string;
  subtotal: string;
  tax: string;
  total: string;
  paid: string;
  balance: string;
  page: string;
  statuses: Readonly<Record<string, string>>;
}

export const PAPER_WORDS: Readonly<Record<Language, PaperWords>> = {
  en: {
    invoice: 'Invoice',
    date: 'Date',
    due: 'Due date',
    status: 'Status',
    billTo: 'Bill to',
    item: 'Description',
    quantity: 'Quantity',
    price: 'Unit price',
    amount: 'Amount',
    subtotal: 'Subtotal',
    tax: 'Tax',
    total: 'Total',
    paid: 'Paid',
    balance: 'Amount due',
    page: 'Page',
    statuses: {
      draft: 'Draft',
      sent: 'Sent',
      partially_paid: 'Partially paid',
      paid: 'Paid',
      void: 'Void',
      pending: 'Pending',
    },
  },
  es: {
    invoice: 'Factura',
    date: 'Fecha',
    due: 'Vencimiento',
    status: 'Estado',
    billTo: 'Facturar a',
    item: 'Descripción',
    quantity: 'Cantidad',
    price: 'Precio unitario',
    amount: 'Importe',
    subtotal: 'Subtotal',
    tax: 'Impuesto',
    total: 'Total',
    paid: 'Pagado',
    balance: 'Importe a pagar',
    page: 'Página',
    statuses: {
      draft: 'Borrador',
      sent: 'Enviada',
      partially_paid: 'Pagada en parte',
      paid: 'Pagada',
      void: 'Anulada',
      pending: 'Pendiente',
    },
  },
  pt: {
    invoice: 'Fatura',
    date: 'Data',
    due: 'Vencimento',
    status: 'Situação',
    billTo: 'Cobrar de',
    item: 'Descrição',
    quantity: 'Quantidade',
    price: 'Preço unitário',
    amount: 'Valor',
    subtotal: 'Subtotal',
    tax: 'Imposto',
    total: 'Total',
    paid: 'Pago',
    balance: 'Valor a pagar',
    page: 'Página',
    statuses: {
      draft: 'Rascunho',
      sent: 'Enviada',
      partially_paid: 'Paga em parte',
      paid: 'Paga',
      void: 'Anulada',
      pending: 'Pendente',
    },
  },
};
