import {
  addUploaded,
  readDocuments,
} from '../../server/src/features/records/documents/uploading/upload-documents.ts';
import { openAgentSession } from './agent-session.ts';
import type { Demo } from './demo.ts';
import { samplePdf, samplePicture } from './sample-files.ts';

const CLIENTS = 40;
const NOTES = ['Received by mail.', 'Valid until next year.', 'The client brought the original.', ''];

interface SampleDocument {
  name: string;
  folder: string;
  kind: 'pdf' | 'png';
  /** Whether the document arrives signed. */
  isSigned?: boolean;
}

const SAMPLE_DOCUMENTS: SampleDocument[] = [
  { name: 'Driver License.png', folder: 'Identification', kind: 'png' },
  { name: 'Passport.png', folder: 'Identification', kind: 'png' },
  { name: 'Medicare Card.png', folder: 'Identification', kind: 'png' },
  { name: 'Policy Schedule.pdf', folder: 'Policies', kind: 'pdf' },
  { name: 'Illustration.pdf', folder: 'Policies', kind: 'pdf' },
  { name: 'Delivery Receipt.pdf', folder: 'Policies', kind: 'pdf', isSigned: true },
  { name: 'Tax Return 2025.pdf', folder: 'Income', kind: 'pdf' },
  { name: 'Employer Letter.pdf', folder: 'Income', kind: 'pdf', isSigned: true },
  { name: 'Bank Statement.pdf', folder: '', kind: 'pdf' },
];
const TEXT =
  'This page is a placeholder for a document from the client. Names, numbers and amounts are omitted.';

/** Two documents each for some clients, in folders. All PDFs and all pictures share the same content. */
export async function fillDocuments(demo: Demo): Promise<string> {
  const { random } = demo;
  const agentSession = openAgentSession(demo);
  const pdf = await samplePdf('Copy for the File', [TEXT, TEXT], agentSession.ctx.deps.clock.now());
  const png = samplePicture();
  const clients = demo.clientIds.slice(0, CLIENTS * 2).filter((_, position) => position % 2 === 0);
  for (const clientId of clients) {
    const first = random.integer(0, SAMPLE_DOCUMENTS.length - 1);
    const chosen = [SAMPLE_DOCUMENTS[first], SAMPLE_DOCUMENTS[(first + 3) % SAMPLE_DOCUMENTS.length]];
    for (const document of chosen) {
      if (!document) continue;
      agentSession.at(random.integer(5, 2000));
      const fields = new Map([
        ['folder', document.folder],
        ['notes', random.chance(0.4) ? random.pick(NOTES) : ''],
        ['signed', String(document.isSigned ?? false)],
      ]);
      const bytes = document.kind === 'pdf' ? pdf : png;
      const agent = agentSession.as(random.integer(0, 2));
      const { stored } = await readDocuments(agent, clientId, async (store) => ({
        files: [await store({ name: document.name, bytes })],
        fields,
        digest: '',
      }));
      await addUploaded(agent, clientId, stored);
    }
  }
  return `${clients.length * 2} documents of ${clients.length} clients`;
}
