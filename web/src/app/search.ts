import { CLIENT_SORTS } from '@ledgerline/contract/clients/schemas';
import * as z from 'zod/mini';

/** Only addresses of this portal: nobody is sent elsewhere after signing in. */
export const loginSearch = z.object({
  origin: z.catch(z.optional(z.string().check(z.regex(/^\/(?![/\\])/))), undefined),
});

/** The client list's state lives in its address: a copied one shows the same thing. */
export const clientListSearch = z.object({
  status: z.catch(z.optional(z.enum(['all', 'new', 'client', 'lead', 'inactive'])), undefined),
  q: z.catch(z.optional(z.coerce.string()), undefined),
  sort: z.catch(z.optional(z.enum(CLIENT_SORTS)), undefined),
  direction: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
  page: z.catch(z.optional(z.coerce.number()), undefined),
});
