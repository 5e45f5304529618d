import { z } from 'zod';

/** Only the parts of Square's responses that we use; everything else may change, be missing or be null. */
const moneySchema = z.object({ amount: z.number().int().nullish(), currency: z.string().nullish() });
const text = z.string().nullish();

export type SquareMoney = z.output<typeof moneySchema>;

export const customerAnswer = z.object({ customer: z.object({ id: z.string().min(1) }) });
export const customersAnswer = z.object({
  customers: z
    .array(
      z.object({
        id: z.string().min(1),
        given_name: text,
        family_name: text,
        email_address: text,
        phone_number: text,
      }),
    )
    .nullish(),
});

const orderSchema = z.object({
  id: z.string().nullish(),
  reference_id: text,
  state: text,
  total_money: moneySchema.nullish(),
  total_tax_money: moneySchema.nullish(),
  tenders: z.array(z.object({ id: text, payment_id: text })).nullish(),
});
export type SquareOrder = z.output<typeof orderSchema>;
export const orderAnswer = z.object({ order: orderSchema });
export const ordersAnswer = z.object({ orders: z.array(orderSchema).nullish(), cursor: text });

const invoiceSchema = z.object({
  id: z.string().min(1),
  version: z.number().int().catch(0),
  location_id: text,
  order_id: text,
  status: z.string().min(1),
  public_url: text,
  payment_requests: z
    .array(
      z.object({
        computed_amount_money: moneySchema.nullish(),
        total_completed_amount_money: moneySchema.nullish(),
      }),
    )
    .nullish(),
});
export type SquareInvoice = z.output<typeof invoiceSchema>;
export const invoiceAnswer = z.object({ invoice: invoiceSchema });
export const invoicesAnswer = z.object({ invoices: z.array(invoiceSchema).nullish(), cursor: text });

const cardSchema = z.object({ card_brand: text, last_4: text });

const paymentSchema = z.object({
  id: z.string().min(1),
  order_id: text,
  status: text,
  source_type: text,
  amount_money: moneySchema.nullish(),
  created_at: text,
  updated_at: text,
  refund_ids: z.array(z.string()).nullish(),
  card_details: z
    .object({
      card: cardSchema.nullish(),
      card_payment_timeline: z.object({ captured_at: text, voided_at: text }).nullish(),
    })
    .nullish(),
  external_details: z.object({ type: text }).nullish(),
});
export type SquarePayment = z.output<typeof paymentSchema>;
export const paymentAnswer = z.object({ payment: paymentSchema });
export const paymentsAnswer = z.object({ payments: z.array(paymentSchema).nullish(), cursor: text });

const refundSchema = z.object({
  id: z.string().min(1),
  payment_id: text,
  status: text,
  amount_money: moneySchema.nullish(),
  created_at: text,
  updated_at: text,
});
export type SquareRefund = z.output<typeof refundSchema>;
export const refundAnswer = z.object({ refund: refundSchema });

export const locationsAnswer = z.object({
  locations: z
    .array(z.object({ id: z.string(), name: text, status: text, currency: text, merchant_id: text }))
    .nullish(),
});
export const tokenStatusAnswer = z.object({
  scopes: z.array(z.string()).nullish(),
  expires_at: text,
  merchant_id: text,
});
