import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { samplePdf } from '../demo/sample-files.ts';
import type { AgentSession } from './agent-session.ts';

const BULK_ROWS = 15;
const IMPORT_ROWS = 12;
const MAX_CLIENTS = 20;

/** Creates a client and returns its id. */
export async function createClient(agentSession: AgentSession, mark = agentSession.mark()): Promise<number> {
  const operation = agentSession.recorder.start('client', mark);
  const body = {
    client_first_name: 'Rosa',
    client_last_name: mark,
    primary_email: `${mark}@example.test`,
    primary_phone: '305-555-0123',
    ssn: '219-09-9999',
  };
  const { id } = await agentSession.request<{ id: number }>(
    { method: 'POST', path: '/clients', body },
    operation,
  );
  return id;
}

async function ownClients(agentSession: AgentSession, count: number): Promise<number[]> {
  while (agentSession.clients.length < Math.min(count, MAX_CLIENTS))
    agentSession.clients.push(await createClient(agentSession));
  return agentSession.clients.slice(0, count);
}

/** Saves one cell, like the ledger, of a client that only this agent changes. */
export async function saveCell(agentSession: AgentSession): Promise<void> {
  const id = agentSession.random.pick(await ownClients(agentSession, MAX_CLIENTS));
  const mark = agentSession.mark();
  const operation = agentSession.recorder.start('cell', mark, { facts: { client: String(id) } });
  await agentSession.request(
    { method: 'PUT', path: `/clients/${id}`, body: { occupation: mark } },
    operation,
  );
}

/** Saves the same value in many rows, which must be atomic. */
export async function saveBulk(agentSession: AgentSession): Promise<void> {
  const ids = await ownClients(agentSession, BULK_ROWS);
  const mark = agentSession.mark();
  const cells = ids.map((id) => ({ id, field: 'company', value: mark }));
  const operation = agentSession.recorder.start('bulk', mark, { rows: ids.length });
  await agentSession.request({ method: 'PATCH', path: '/ledger/cells', body: { cells } }, operation);
}

let letter: Promise<Buffer> | undefined;

/** Uploads a unique PDF. */
export async function upload(agentSession: AgentSession): Promise<void> {
  const id = agentSession.random.pick(await ownClients(agentSession, 5));
  letter ??= samplePdf('A letter', ['Uploaded during a chaos test.'], new Date('2026-11-20T12:00:00Z'));
  const rest = randomBytes(agentSession.random.integer(10, 200_000))
    .toString('hex')
    .replaceAll(/(.{80})/g, '%$1\n');
  const bytes = Buffer.concat([await letter, Buffer.from(`\n%${agentSession.mark()}\n%${rest}\n%%EOF\n`)]);
  const mark = `${agentSession.mark()}.pdf`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const operation = agentSession.recorder.start('upload', mark, { facts: { sha256 } });
  const form = () => {
    const data = new FormData();
    data.append('documents', new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }), mark);
    return data;
  };
  const path = `/upload/${id}`;
  const { files } = await agentSession.request<{ files: { id: number }[] }>(
    { method: 'POST', path, form },
    operation,
  );
  operation.facts.id = String(files[0]?.id);
}

interface ImportAnswer {
  id: number;
  data: { state: string; mapping: (string | null)[] };
}

/** Imports a file of new clients: checks it, runs it and waits until all rows are done. */
export async function importFile(agentSession: AgentSession): Promise<void> {
  const mark = agentSession.mark();
  const rows = Array.from({ length: IMPORT_ROWS }, (_, row) => `Person${row},${mark},City${row}`);
  const csv = ['First name,Last name,City of birth', ...rows].join('\n');
  const form = () => {
    const data = new FormData();
    data.append('file', new Blob([csv], { type: 'text/csv' }), `${mark}.csv`);
    return data;
  };
  const sent = await agentSession.request<ImportAnswer>({ method: 'POST', path: '/imports', form });
  const importPath = `/imports/${sent.id}`;
  await stateOf(agentSession, importPath, 'uploaded');
  const body = {
    mapping: ['client_first_name', 'client_last_name', 'city_of_birth'],
    duplicates: 'create',
    match: [],
  };
  await agentSession.request({ method: 'POST', path: `${importPath}/check`, body });
  await stateOf(agentSession, importPath, 'checked');
  const operation = agentSession.recorder.start('import', mark, { rows: IMPORT_ROWS });
  await agentSession.request({ method: 'POST', path: `${importPath}/run` }, operation);
  await stateOf(agentSession, importPath, 'done');
}

async function stateOf(agentSession: AgentSession, importPath: string, wanted: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { data } = await agentSession.request<ImportAnswer>({ method: 'GET', path: importPath });
    if (data.state === wanted) return;
    // After a partial failure, the product asks the agent to continue the import.
    if (data.state === 'failed') await agentSession.request({ method: 'POST', path: `${importPath}/run` });
    await sleep(200);
  }
  throw new Error(`an import did not reach the state ${wanted}`);
}

export async function createTask(agentSession: AgentSession): Promise<void> {
  const title = agentSession.mark();
  const due = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const operation = agentSession.recorder.start('task', title);
  await agentSession.request({ method: 'POST', path: '/tasks', body: { title, due_day: due } }, operation);
}
