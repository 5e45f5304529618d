import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { FakeDocusign } from '../../fakes/src/docusign/fake-docusign.ts';
import type { NewField, NewTemplate } from '../../fakes/src/docusign/template-maker.ts';
import { FakeSquare } from '../../fakes/src/square/fake-square.ts';
import { type Clock, systemClock } from '../../server/src/platform/clock.ts';

const client = (kind: string, ...labels: string[]): NewField[] =>
  labels.map((label) => ({ role: 'Client', kind, label }));

const list = (label: string, ...options: string[]): NewField => ({
  role: 'Client',
  kind: 'list',
  label,
  options,
});

/** The fake DocuSign account: the documents of the built-in library, with the labels that the demo's prices refer to. */
const TEMPLATES: NewTemplate[] = [
  {
    name: 'Advisory Agreement',
    roles: ['Advisor', 'Client'],
    fields: [
      ...client('text', 'client_first_name', 'client_last_name', 'dob', 'address', 'primary_email'),
      ...client('checkbox', 'Financial plan', 'Tax planning review', 'Estate planning review'),
      ...client('checkbox', 'Insurance review'),
      list('Planning package', 'Essential', 'Complete', 'Premier'),
      list('Review meetings', 'Once a year', 'Twice a year', 'Every quarter'),
      ...client('text', 'special_instructions'),
      ...client('fullName', 'client_name'),
    ],
  },
  {
    name: 'HIPAA Authorization',
    roles: ['Client'],
    fields: [
      ...client('text', 'client_first_name', 'client_last_name', 'dob', 'name_of_pcp'),
      ...client('checkbox', 'Medical records', 'Prescription history', 'Claims and billing'),
      list('This authorization is valid for', '12 months', '24 months', 'Until I revoke it'),
    ],
  },
  {
    name: 'Broker of Record Letter',
    roles: ['Advisor', 'Client'],
    fields: [
      { role: 'Advisor', kind: 'text', label: 'advisor_npn' },
      ...client('text', 'insurance_carrier', 'client_first_name', 'client_last_name', 'policy_number'),
      ...client('checkbox', 'Health coverage', 'Medicare coverage', 'Life insurance', 'Ancillary coverage'),
      list('Commissions pass to the new broker', 'Immediately', 'At the next renewal'),
    ],
  },
];

/** Fakes of DocuSign and Square, in the process of the product. */
export interface Fakes {
  docusign: FakeDocusign;
  square: FakeSquare;
  /** The settings that connect the product with the fakes. */
  environment: Record<string, string>;
  /** Makes the fakes use this clock, so that simulated history has the same times there. */
  follow(clock: Clock): void;
  /** Connects the fakes' webhooks to the product. */
  connect(): void;
  /** Discards the fakes' data when the process ends, because the fill failed. */
  clear(): void;
}

/** Starts both on local addresses. Their data is stored in the data folder and survives restarts. */
export async function startFakes(dataDir: string, publicUrl: string): Promise<Fakes> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = ['fake-docusign.json', 'fake-square.json'].map((name) => path.join(dataDir, name));
  const [docusignFile = '', squareFile = ''] = files;
  let clock: Clock = systemClock;
  const now = () => clock.now();
  const docusign = new FakeDocusign({ now, saveTo: docusignFile, templates: TEMPLATES });
  const square = new FakeSquare({ now, saveTo: squareFile });
  await Promise.all([docusign.start(), square.start()]);
  return {
    docusign,
    square,
    environment: { ...docusign.environment(publicUrl), ...square.environment(publicUrl) },
    follow(followed) {
      clock = followed;
    },
    connect() {
      clock = systemClock;
      docusign.connect.connectTo(new URL('/api/webhooks/esign', publicUrl).href, { isAutomatic: true });
      square.connectTo(publicUrl);
    },
    clear() {
      process.once('exit', () => {
        for (const file of files) rmSync(file, { force: true });
      });
    },
  };
}
