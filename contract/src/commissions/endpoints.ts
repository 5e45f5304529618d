import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { COMMISSION_BASES } from '../rules/commissions.ts';
import { POLICY_LINES } from '../rules/policies.ts';
import { dateSchema, idSchema, lineSchema } from '../schemas.ts';

/** 1,000% of a premium, or $100,000. */
const MAX_BASIS_POINTS = 100_000;
const MAX_CENTS = 10_000_000;

const rateFields = {
  basis: z.enum(COMMISSION_BASES),
  /** Basis points of the premium for `percent`, cents per month otherwise. */
  amount: z.number().int().min(0).max(MAX_CENTS),
};

function percentInRange({ basis, amount }: { basis: string; amount: number }, ctx: z.RefinementCtx): void {
  if (basis === 'percent' && amount > MAX_BASIS_POINTS)
    ctx.addIssue({ code: 'custom', path: ['amount'], message: 'Must be at most 1,000%' });
}

const carrierSchema = lineSchema(120)
  .transform((text) => text.trim())
  .refine((carrier) => carrier !== '', 'Please enter the carrier');

const commissionRateSchema = z.object({
  id: z.number(),
  carrier: z.string(),
  line: z.enum(POLICY_LINES),
  /** It applies from the month of this day. */
  effective_date: z.string(),
  ...rateFields,
});
export type ListedCommissionRate = z.output<typeof commissionRateSchema>;

export const listCommissionRates = endpoint('GET /commission-rates', 'owner', {
  summary: 'The commission rates of carriers by line, the latest first, and the carriers of all policies',
  audit: 'none',
  reply: success({ rates: z.array(commissionRateSchema), carriers: z.array(z.string()) }),
});

export const saveCommissionRate = endpoint('PUT /commission-rates', 'owner', {
  summary: 'Set the rate of a carrier and line from a date on; replaces the rate of the same date',
  body: z
    .strictObject({
      carrier: carrierSchema,
      line: z.enum(POLICY_LINES),
      effective_date: dateSchema,
      ...rateFields,
    })
    .superRefine(percentInRange),
  audit: 'own',
  reply: success({ rate: commissionRateSchema }),
});

export const deleteCommissionRate = endpoint('DELETE /commission-rates/:id', 'owner', {
  needsReauthentication: { never: 'the rate stays in the audit log and can be added again' },
  summary: 'Delete a commission rate; the earlier rate of the carrier and line applies again',
  audit: 'own',
  reply: doneReply,
});

const policyCommissionSchema = z.object({
  policy_id: z.number(),
  /** For the present month; null where it is not known. */
  expected_cents: z.number().nullable(),
  /** What it is computed from: the rate of the policy itself, else that of its carrier and line. */
  rate: z.object({ ...rateFields, is_own: z.boolean() }).nullable(),
});
export type PolicyCommission = z.output<typeof policyCommissionSchema>;

export const listClientCommissions = endpoint('GET /clients/:id/commissions', 'agent', {
  summary:
    'The expected commission of a client’s policies in the present month; for agents who are not owners, of those with them as agent of record',
  audit: 'none',
  reply: success({ commissions: z.array(policyCommissionSchema) }),
});

export const setPolicyCommission = endpoint('PUT /policies/:id/commission', 'owner', {
  summary: 'Set the commission of one policy for all months, or null to use the rate of its carrier again',
  params: z.object({ id: idSchema }),
  body: z.strictObject({ rate: z.strictObject(rateFields).superRefine(percentInRange).nullable() }),
  audit: 'own',
  reply: doneReply,
});
