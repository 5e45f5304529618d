import { z } from 'zod';
import type { Context, Deps } from '../context.ts';
import { wholeAddress } from '../public-address.ts';

const LIFETIME_MS = 10 * 60_000;

/** What a signed file address stands for. */
export interface FileTicket {
  key: string;
  name: string;
  mime_type: string;
  disposition: 'inline' | 'attachment';
}

const ticketSchema = z.object({
  key: z.string(),
  name: z.string(),
  mime_type: z.string(),
  disposition: z.enum(['inline', 'attachment']),
});

/** The whole address of a stored file, which works for ten minutes without a token: endpoint `readFile`. */
export function fileAddress(
  ctx: Pick<Context, 'deps' | 'origin'>,
  file: Omit<FileTicket, 'disposition'> & { disposition?: FileTicket['disposition'] },
): string {
  const { key, name, mime_type, disposition = 'inline' } = file;
  const { tokens, clock } = ctx.deps;
  const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS);
  const ticket = tokens.signTicket('file', { key, name, mime_type, disposition }, expiresAt);
  return wholeAddress(ctx, `/api/files/${ticket}/${encodeURIComponent(name)}`);
}

/** Null for tickets that are forged, altered or past their end. */
export function readFileTicket(
  { tokens, clock }: Pick<Deps, 'tokens' | 'clock'>,
  text: string,
): FileTicket | null {
  const ticket = ticketSchema.safeParse(tokens.readTicket('file', text, clock.now()));
  return ticket.success ? ticket.data : null;
}
