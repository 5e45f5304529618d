import {
  addRequestedFile,
  getDocumentRequest,
  sendRequestedDocuments,
} from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createDocumentRequest } from '@ledgerline/contract/submissions/requested-documents/endpoints';
import type { signInAs } from './factories.ts';
import { PNG, uploadInput } from './files.ts';
import type { Caller, TestApp } from './test-app.ts';

type Agent = Awaited<ReturnType<typeof signInAs>>;

interface Request {
  client_id: number;
  names?: string[];
}

/** A request that an agent has sent to a client, and the calls that the client makes through its link. */
export async function buildRequest(
  t: TestApp,
  agent: Agent,
  { client_id, names = ['Photo ID', 'Proof of income'] }: Request,
) {
  const documents = names.map((name) => ({ name, notes: '', folder: 'Identification' }));
  const { id } = (await agent.call(createDocumentRequest, { body: { client_id, documents } })).body;
  const { data } = (
    await agent.call(createClientLink, {
      body: { formId: 'document-request', clientId: client_id, sessionFormId: id },
    })
  ).body;
  const visitor = t.withToken(data.token);
  const read = async () => (await visitor.call(getDocumentRequest)).body.data.documents;
  return { id, url: data.formUrl, token: data.token, visitor, read };
}

export function addFile(
  visitor: Caller,
  documentId: number,
  file: { name?: string; content?: Buffer | string } = {},
  key?: string,
) {
  const { name = 'IMG_0001.png', content = PNG } = file;
  const { body, headers } = uploadInput([{ name, content }]);
  return visitor.call(addRequestedFile, {
    params: { id: documentId },
    body,
    headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
  });
}

/** A request whose client has sent one photo of every document. */
export async function buildSentRequest(t: TestApp, agent: Agent, request: Request) {
  const built = await buildRequest(t, agent, request);
  for (const { id } of await built.read()) await addFile(built.visitor, id);
  const sent = await built.visitor.call(sendRequestedDocuments);
  if (sent.status !== 200) throw new Error(`not sent: ${JSON.stringify(sent.error)}`);
  return built;
}
