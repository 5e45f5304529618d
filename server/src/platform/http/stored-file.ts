import { Readable } from 'node:stream';
import { NO_FLAGS } from '@ledgerline/contract/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readerOf } from '../audit/audit.ts';
import { encryptPersonal } from '../audit/personal-values.ts';
import { readEntity } from '../audit/read-log.ts';
import type { Context, Deps } from '../context.ts';
import { AppError } from '../errors.ts';
import { isActive } from '../pdf/read-pdf.ts';
import { type FileReader, type FileTicket, readFileTicket } from '../storage/file-url.ts';
import type { ByteRange } from '../storage/storage.ts';

/** Types that a browser may display inline; none of them can run anything in this site's context. */
const SHOWN_TYPES = /^(application\/pdf|image\/(png|jpeg|gif|webp|heic|tiff)|text\/plain)$/;
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";
/** Browsers refuse to open their PDF viewer inside a sandbox. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'";

const GONE = 'This file no longer exists.';

/**
 * Sends the file of a signed address; 403 for altered and expired addresses, 404 if the file is missing, or if the agent who
 * received the address may no longer see its owner.
 */
export async function sendStoredFile(
  ctx: Context,
  ticketText: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  isSeen: (reader: FileReader) => Promise<boolean>,
): Promise<FastifyReply> {
  const { deps } = ctx;
  const claims = readFileTicket(deps, ticketText);
  if (!claims) {
    throw new AppError('link_expired', {
      message: 'This file link is no longer valid. Please open the document again.',
    });
  }
  if (claims.reader && !(await isSeen(claims.reader))) throw new AppError('not_found', { message: GONE });
  await recordFetch(ctx, claims);
  const size = await deps.storage.size(claims.key);
  if (size === null) throw new AppError('not_found', { message: GONE });
  const ticket = (await mayBeShown(deps, claims, size))
    ? claims
    : { ...claims, disposition: 'attachment' as const };
  // A range of a compressed file could not be distinguished from a range of the file.
  request.headers['x-no-compression'] = '1';
  const range = readRange(request.headers.range, size);
  if (range === 'unsatisfiable') {
    setFileHeaders(reply, ticket);
    return reply.code(416).header('content-range', `bytes */${size}`).header('content-length', 0).send('');
  }
  const isBare = request.method === 'HEAD' || size === 0;
  const content = isBare ? Readable.from([]) : await deps.storage.stream(ticket.key, range ?? undefined);
  // Set only once there is something to send: otherwise a browser would cache an error for as long as the file.
  setFileHeaders(reply, ticket);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : size);
  return reply.send(content);
}

/**
 * Nothing is sent to an agent before the audit log has recorded it; ranges of one file are one row. The name of a client's file
 * is encrypted under the client's key; for a file that belongs to no client yet no name is stored.
 */
async function recordFetch(ctx: Context, { reader, name }: FileTicket): Promise<void> {
  if (!reader) return;
  const { of, of_id, client_id } = reader;
  const actor = { ...NO_FLAGS, kind: 'agent', id: reader.id, name: reader.name, signInId: 0 } as const;
  const read = { action: 'file_read', of, id: of_id } as const;
  if (of === 'template') return ctx.deps.reads.record(readerOf({ ...ctx, actor }), { ...read, name });
  const { database: db, cipher, reads } = ctx.deps;
  const entry = { entity: readEntity(of), new_value: name, of_client: client_id ?? ('unknown' as const) };
  const [stored] = await encryptPersonal({ db, cipher }, [entry]);
  await reads.record(readerOf({ ...ctx, actor }), { ...read, value: stored?.new_value });
}

/** Which PDFs may be displayed, by key and size: a stored file never changes. The oldest entries are dropped. */
const shown = new Map<string, boolean>();
const MAX_REMEMBERED = 10_000;

/**
 * A PDF is stored unchanged, since a modified one would lose its signatures and seals. One that contains scripts, launch actions
 * or embedded files is only downloaded, never displayed by the portal.
 */
async function mayBeShown(
  deps: Deps,
  { key, mime_type, disposition }: FileTicket,
  size: number,
): Promise<boolean> {
  if (disposition !== 'inline' || mime_type !== 'application/pdf') return true;
  const name = `${key} ${size}`;
  const known = shown.get(name) ?? (await isShowable(await deps.storage.read(key)));
  if (known === null) return false;
  shown.delete(name);
  shown.set(name, known);
  for (const oldest of shown.keys()) {
    if (shown.size <= MAX_REMEMBERED) break;
    shown.delete(oldest);
  }
  return known;
}

async function isShowable(bytes: Buffer): Promise<boolean | null> {
  const active = await isActive(bytes);
  return active === null ? null : !active;
}

function setFileHeaders(reply: FastifyReply, { name, mime_type, disposition }: FileTicket): void {
  const isShown = disposition === 'inline' && SHOWN_TYPES.test(mime_type);
  reply.headers({
    'content-type': mime_type.startsWith('text/') ? `${mime_type}; charset=utf-8` : mime_type,
    'content-disposition': contentDisposition(isShown ? 'inline' : 'attachment', name),
    'content-security-policy': mime_type === 'application/pdf' ? PDF_POLICY : SANDBOX,
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  });
}

/** RFC 6266: an ASCII name for old clients, the full one in UTF-8. */
function contentDisposition(kind: FileTicket['disposition'], name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The requested range; null for the complete file, which is also the response to ranges in an unsupported form. */
function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  return start >= size || end < start ? 'unsatisfiable' : { start, end };
}
