import { z } from 'zod';
import type { Context, Deps } from '../context.ts';
import { absoluteUrl } from '../public-address.ts';

const LIFETIME_MS = 10 * 60_000;

/**
 * The agent who received the address, and the object it belongs to: fetches of the file are recorded for that agent (decision
 * 063).
 */
const readerSchema = z.object({
  id: z.number(),
  name: z.string(),
  of: z.enum(['document', 'session_form', 'template']),
  of_id: z.number(),
  /** The client under whose key the audit log stores the file's name. */
  client_id: z.number().nullish(),
});
export type FileReader = z.output<typeof readerSchema>;

/** The content of a signed file address. */
const ticketSchema = z.object({
  key: z.string(),
  name: z.string(),
  mime_type: z.string(),
  disposition: z.enum(['inline', 'attachment']),
  reader: readerSchema.optional(),
});
export type FileTicket = z.output<typeof ticketSchema>;

/** The complete address of a stored file, which works for ten minutes without a token: endpoint `readFile`. */
export function fileAddress(
  ctx: Pick<Context, 'deps' | 'origin'> & { actor?: Context['actor'] },
  file: Omit<FileTicket, 'disposition' | 'reader'> & {
    disposition?: FileTicket['disposition'];
    /** The object the file belongs to, if agents receive its address. */
    thing?: Pick<FileReader, 'of' | 'of_id' | 'client_id'>;
  },
): string {
  const { key, name, mime_type, disposition = 'inline', thing } = file;
  const { actor } = ctx;
  const reader = thing && actor?.kind === 'agent' ? { ...thing, id: actor.id, name: actor.name } : undefined;
  const { tokens, clock } = ctx.deps;
  const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS);
  const ticket = tokens.signTicket('file', { key, name, mime_type, disposition, reader }, expiresAt);
  return absoluteUrl(ctx, `/api/files/${ticket}/${encodeURIComponent(name)}`);
}

/** Null for tickets that are forged, altered or expired. */
export function readFileTicket(
  { tokens, clock }: Pick<Deps, 'tokens' | 'clock'>,
  text: string,
): FileTicket | null {
  const ticket = ticketSchema.safeParse(tokens.readTicket('file', text, clock.now()));
  return ticket.success ? ticket.data : null;
}
