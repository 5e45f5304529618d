import { mkdir, writeFile } from 'node:fs/promises';
import { advisoryAgreement } from './sample-documents/advisory-agreement.ts';
import { brokerOfRecordLetter } from './sample-documents/broker-of-record-letter.ts';
import { hipaaAuthorization } from './sample-documents/hipaa-authorization.ts';

/** Regenerates the sample PDFs of the built-in template library: `node scripts/sample-templates.ts`. */
const folder = new URL('../server/src/providers/esign/builtin/samples/', import.meta.url);
/** Fixed, so that the files change only if their text changes. */
const WRITTEN_AT = new Date('2026-11-20T12:00:00Z');

const SAMPLES = {
  'Advisory Agreement': advisoryAgreement,
  'Broker of Record Letter': brokerOfRecordLetter,
  'HIPAA Authorization': hipaaAuthorization,
};

await mkdir(folder, { recursive: true });
for (const [name, write] of Object.entries(SAMPLES)) {
  const bytes = await write(WRITTEN_AT);
  await writeFile(new URL(encodeURIComponent(`${name}.pdf`), folder), bytes);
  console.log(`${name}.pdf: ${bytes.length} bytes`);
}
