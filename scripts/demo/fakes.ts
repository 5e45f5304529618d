import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { FakeDocusign } from '../../fakes/src/docusign/fake-docusign.ts';
import { FakeSquare } from '../../fakes/src/square/fake-square.ts';
import { type Clock, systemClock } from '../../server/src/platform/clock.ts';
import { TEMPLATES } from './fake-templates.ts';

/** Fakes of DocuSign and Square beside the product, in its process. */
export interface Fakes {
  docusign: FakeDocusign;
  square: FakeSquare;
  /** The settings with which the product uses them. */
  environment: Record<string, string>;
  /** They go by this clock until told otherwise: made-up history happens at its time there too. */
  follow(clock: Clock): void;
  /** From now on they tell the product by themselves what happens. */
  connect(): void;
  /** Throws away what they know as the process ends: the brokerage that it belongs to was not filled. */
  forget(): void;
}

/** Starts both on addresses of this machine only; what they know is kept in the data folder over restarts. */
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
    forget() {
      process.once('exit', () => {
        for (const file of files) rmSync(file, { force: true });
      });
    },
  };
}
