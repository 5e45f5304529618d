import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { draftSessionInvoice as draftEndpoint } from '@ledgerline/contract/invoices/endpoints';
import { SALES_TAX_RATE } from '@ledgerline/contract/rules';
import { z } from 'zod';
import { findSession } from '#features/sessions/lookup/service.ts';
import type { Context } from '#platform/context.ts';
import * as listing from '../listing.ts';
import { contactOf } from '../making/service.ts';
import { type PricedForm, sessionDraft } from './rules.ts';

const itemsSchema = z.array(z.object({ label: z.string(), item: z.string().nullable(), price: z.number() }));

/** What an invoice of this session would hold, in the form that createInvoice takes; nothing is stored. */
export async function draftSessionInvoice(ctx: Context, id: number): Promise<ReplyOf<typeof draftEndpoint>> {
  const session = await findSession(ctx.db, id);
  const draft = sessionDraft((await listing.findPricedForms(ctx.db, id)).map(toPricedForm));
  const contact = await contactOf(ctx, session.client_id, {});
  return {
    success: true,
    data: {
      title: session.session_type,
      customer_id: session.client_id,
      session_id: id,
      ...contact,
      ...draft,
      tax_rate: SALES_TAX_RATE,
    },
  };
}

function toPricedForm({ selected_items_json, ...form }: listing.ListedForm): PricedForm {
  const items = itemsSchema.safeParse(selected_items_json);
  return {
    ...form,
    selected_items: items.success ? items.data : [],
    square_account: form.square_account === 'BFA' ? 'BFA' : 'BFS',
    payment_frequency: form.payment_frequency ?? '',
  };
}
