import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { samplePdf } from '../demo/sample-files.ts';
import type { Desk } from './agent-session.ts';

const BULK_ROWS = 15;
const IMPORT_ROWS = 12;
const KEPT_CLIENTS = 20;

/** Makes a client; answers its id. */
export async function makeClient(desk: Desk, mark = desk.mark()): Promise<number> {
  const act = desk.recorder.begin('client', mark);
  const body = {
    client_first_name: 'Rosa',
    client_last_name: mark,
    primary_email: `${mark}@example.test`,
    primary_phone: '305-555-0123',
    ssn: '219-09-9999',
  };
  const { id } = await desk.insist<{ id: number }>({ method: 'POST', path: '/clients', body }, act);
  return id;
}

async function ownClients(desk: Desk, count: number): Promise<number[]> {
  while (desk.clients.length < Math.min(count, KEPT_CLIENTS)) desk.clients.push(await makeClient(desk));
  return desk.clients.slice(0, count);
}

/** One cell of a client that only this agent writes to, as the ledger saves it. */
export async function saveCell(desk: Desk): Promise<void> {
  const id = desk.random.pick(await ownClients(desk, KEPT_CLIENTS));
  const mark = desk.mark();
  const act = desk.recorder.begin('cell', mark, { facts: { client: String(id) } });
  await desk.insist({ method: 'PUT', path: `/clients/${id}`, body: { occupation: mark } }, act);
}

/** The same value in many rows: all or none of them. */
export async function saveBulk(desk: Desk): Promise<void> {
  const ids = await ownClients(desk, BULK_ROWS);
  const mark = desk.mark();
  const cells = ids.map((id) => ({ id, field: 'company', value: mark }));
  const act = desk.recorder.begin('bulk', mark, { rows: ids.length });
  await desk.insist({ method: 'PATCH', path: '/ledger/cells', body: { cells } }, act);
}

let letter: Promise<Buffer> | undefined;

/** A PDF that nobody else has. */
export async function upload(desk: Desk): Promise<void> {
  const id = desk.random.pick(await ownClients(desk, 5));
  letter ??= samplePdf('A letter', ['Kept through everything.'], new Date('2026-11-20T12:00:00Z'));
  const rest = randomBytes(desk.random.whole(10, 200_000))
    .toString('hex')
    .replaceAll(/(.{80})/g, '%$1\n');
  const bytes = Buffer.concat([await letter, Buffer.from(`\n%${desk.mark()}\n%${rest}\n%%EOF\n`)]);
  const mark = `${desk.mark()}.pdf`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const act = desk.recorder.begin('upload', mark, { facts: { sha256 } });
  const form = () => {
    const data = new FormData();
    data.append('documents', new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }), mark);
    return data;
  };
  const path = `/upload/${id}`;
  const { files } = await desk.insist<{ files: { id: number }[] }>({ method: 'POST', path, form }, act);
  act.facts.id = String(files[0]?.id);
}

interface ImportAnswer {
  id: number;
  data: { state: string; mapping: (string | null)[] };
}

/** A file of new clients: checked, run, and done to its last row. */
export async function importFile(desk: Desk): Promise<void> {
  const mark = desk.mark();
  const rows = Array.from({ length: IMPORT_ROWS }, (_, row) => `Person${row},${mark},City${row}`);
  const csv = ['First name,Last name,City of birth', ...rows].join('\n');
  const form = () => {
    const data = new FormData();
    data.append('file', new Blob([csv], { type: 'text/csv' }), `${mark}.csv`);
    return data;
  };
  const sent = await desk.insist<ImportAnswer>({ method: 'POST', path: '/imports', form });
  const place = `/imports/${sent.id}`;
  await stateOf(desk, place, 'uploaded');
  const body = {
    mapping: ['client_first_name', 'client_last_name', 'city_of_birth'],
    duplicates: 'create',
    match: [],
  };
  await desk.insist({ method: 'POST', path: `${place}/check`, body });
  await stateOf(desk, place, 'checked');
  const act = desk.recorder.begin('import', mark, { rows: IMPORT_ROWS });
  await desk.insist({ method: 'POST', path: `${place}/run` }, act);
  await stateOf(desk, place, 'done');
}

async function stateOf(desk: Desk, place: string, wanted: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { data } = await desk.insist<ImportAnswer>({ method: 'GET', path: place });
    if (data.state === wanted) return;
    // An import that stopped half way is run on by a person; that is what the product says.
    if (data.state === 'failed') await desk.insist({ method: 'POST', path: `${place}/run` });
    await sleep(200);
  }
  throw new Error(`an import never became ${wanted}`);
}

export async function makeTask(desk: Desk): Promise<void> {
  const title = desk.mark();
  const due = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const act = desk.recorder.begin('task', title);
  await desk.insist({ method: 'POST', path: '/tasks', body: { title, due_day: due } }, act);
}
