import type { Endpoint } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import type { Caller, CallInput, CallResult } from './test-app.ts';

const BOUNDARY = 'ledgerline-test-boundary';

/** The input of an upload call: one file as a multipart body. */
export function fileInput<E extends Endpoint>(content: string | Buffer, name = 'clients.csv'): CallInput<E> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  return {
    body: body as never,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

export function upload(
  caller: Caller,
  content: string | Buffer,
  name?: string,
  kind: ImportKind = 'clients',
): Promise<CallResult<typeof endpoints.uploadImport>> {
  return caller.call(endpoints.uploadImport, { ...fileInput(content, name), query: { kind } });
}

const BUSY: endpoints.ImportState[] = ['checking', 'running', 'reverting'];

/** Waits until no job works on the import; returns its state. */
export async function settled(caller: Caller, id: number): Promise<endpoints.Import> {
  for (;;) {
    const { body } = await caller.call(endpoints.getImport, { params: { id } });
    if (!BUSY.includes(body.data.state)) return body.data;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface Choices {
  duplicates?: endpoints.DuplicateChoice;
  match?: endpoints.MatchKey[];
  mapping?: endpoints.ColumnMapping;
  kind?: ImportKind;
}

/** Uploads and checks a file with the guessed mapping. */
export async function uploadAndCheck(
  caller: Caller,
  content: string | Buffer,
  { kind, ...choices }: Choices = {},
): Promise<endpoints.Import> {
  const { body } = await upload(caller, content, undefined, kind);
  await caller.call(endpoints.checkImport, {
    params: { id: body.id },
    body: { mapping: body.data.mapping, ...choices },
  });
  return settled(caller, body.id);
}

/** The same, and runs it; `confirm` names the rows whose update may replace an identity. */
export async function importFile(
  caller: Caller,
  content: string | Buffer,
  { confirm = [], ...choices }: Choices & { confirm?: number[] } = {},
): Promise<endpoints.Import> {
  const { id } = await uploadAndCheck(caller, content, choices);
  for (const row_number of confirm) {
    const body = { row_number, confirmed: true };
    await caller.call(endpoints.confirmImportRow, { params: { id }, body });
  }
  await caller.call(endpoints.runImport, { params: { id } });
  return settled(caller, id);
}

export async function revertFile(caller: Caller, id: number): Promise<endpoints.Import> {
  await caller.call(endpoints.revertImport, { params: { id } });
  return settled(caller, id);
}
