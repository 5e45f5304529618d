import type { Endpoint } from '@ledgerline/contract/endpoint';

type Reply = Endpoint['reply'];
type Issue = NonNullable<ReturnType<Reply['safeParse']>['error']>['issues'][number];
type Body = Record<string, unknown>;

/** Default for a part missing from a list response, by the type its schema expects. */
const EMPTY: Readonly<Record<string, () => unknown>> = {
  array: () => [],
  object: () => ({}),
  record: () => ({}),
  number: () => 0,
  boolean: () => false,
};
/** A list, its counts, and their contents: deeper than any list response. */
const MAX_DEPTH = 4;

/**
 * Parses a response as the specification does: `form_data` may be JSON text (1§3), and a list without its `data` is
 * an empty list. Anything else the schema rejects stays rejected.
 */
export function lenientBody(reply: Reply | undefined, body: Body): Body {
  const read = withParsedFormData(body);
  return reply && (read.data === undefined || read.data === null) ? withEmptyList(reply, read) : read;
}

function withEmptyList(reply: Reply, body: Body): Body {
  const filled = structuredClone(body);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const issues = reply.safeParse(filled).error?.issues ?? [];
    const isList =
      depth > 0 || issues.some((issue) => issue.path.join() === 'data' && expectedIn(issue) === 'array');
    if (!isList || !issues.every((issue) => fill(filled, issue))) return body;
    if (issues.length === 0) return filled;
  }
  return body;
}

function expectedIn(issue: Issue): string {
  return 'expected' in issue ? String(issue.expected) : '';
}

/** Fills missing parts with empty values; false where something else is invalid. */
function fill(body: Body, issue: Issue): boolean {
  const [last = '', ...parents] = [...issue.path].reverse().map(String);
  const parent = parents.reverse().reduce<unknown>((at, key) => (isBody(at) ? at[key] : undefined), body);
  const empty = EMPTY[expectedIn(issue)];
  if (!isBody(parent) || !empty || (parent[last] !== undefined && parent[last] !== null)) return false;
  parent[last] = empty();
  return true;
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `form_data` of the response itself, of its single row or of the rows of its list. */
function withParsedFormData(body: Body): Body {
  const { data } = body;
  const rows = Array.isArray(data) ? data.map((row) => (isBody(row) ? parsed(row) : row)) : data;
  const read = parsed(body);
  if (isBody(rows)) return { ...read, data: parsed(rows) };
  return Array.isArray(rows) ? { ...read, data: rows } : read;
}

function parsed(row: Body): Body {
  if (typeof row.form_data !== 'string') return row;
  const text = row.form_data.trim();
  if (text === '') return { ...row, form_data: null };
  try {
    const form_data: unknown = JSON.parse(text);
    return isBody(form_data) ? { ...row, form_data } : row;
  } catch {
    return row;
  }
}
