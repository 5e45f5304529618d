import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { draftSessionInvoice as draftEndpoint } from '@ledgerline/contract/invoices/endpoints';
import { ACCOUNT_CHOICE, type Account, accountNamed, SALES_TAX_RATE } from '@ledgerline/contract/rules';
import { z } from 'zod';
import { contactOf } from '#features/billing/invoice-store/create-invoice.ts';
import { findSession } from '#features/forms/sessions/lock-session.ts';
import { clientTitleOf } from '#features/forms/sessions/service.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import * as queries from './queries.ts';
import { type PricedForm, sessionDraft } from './rules.ts';

const itemsSchema = z.array(z.object({ label: z.string(), item: z.string().nullable(), price: z.number() }));

/** The part of this session that is not invoiced yet, in the form that createInvoice accepts; nothing is stored. */
export async function draftSessionInvoice(ctx: Context, id: number): Promise<ReplyOf<typeof draftEndpoint>> {
  const session = await findSession(ctx.db, id);
  const forms = (await queries.findPricedForms(ctx.db, id)).map(toPricedForm);
  const draft = sessionDraft(forms, {
    title: session.client_title,
    billed: await queries.findBilled(ctx.db, id),
  });
  const contact = await contactOf(ctx, session.client_id, {});
  return {
    success: true,
    data: {
      title: await clientTitleOf(ctx, session),
      customer_id: session.client_id,
      session_id: id,
      ...contact,
      ...draft,
      tax_rate: SALES_TAX_RATE,
    },
  };
}

function toPricedForm({ selected_items_json, ...form }: queries.ListedForm): PricedForm {
  const items = itemsSchema.safeParse(selected_items_json);
  return {
    ...form,
    selected_items: items.success ? items.data : [],
    square_account: templateAccount(form),
    payment_frequency: form.payment_frequency ?? '',
  };
}

/**
 * A template without a valid account is an error and never defaults to BFS (decisions O16). A form without a template names
 * no account.
 */
function templateAccount({
  title,
  template_id,
  square_account,
}: Omit<queries.ListedForm, 'selected_items_json'>): Account | null {
  if (template_id === null) return null;
  const known = accountNamed(square_account);
  if (known) return known.value;
  throw new AppError('wrong_state', {
    message: `The template of ${title} has no payment account. Please choose ${ACCOUNT_CHOICE} there.`,
  });
}
