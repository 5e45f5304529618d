import { z } from 'zod';

/** The contact that a client sees for questions: their agent, otherwise the brokerage; null if there is nothing to show. */
export const clientContactSchema = z
  .object({
    /** null: the brokerage itself. */
    agent_name: z.string().nullable(),
    /** '' for none. */
    phone: z.string(),
    /** The phone number is the agent's, not the brokerage's. */
    is_own_phone: z.boolean(),
    photo: z.string().nullable(),
  })
  .nullish();
export type ClientContact = z.output<typeof clientContactSchema>;
