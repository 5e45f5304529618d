import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { FakeDocusign } from '../../fakes/src/docusign/fake-docusign.ts';
import { FakeSquare } from '../../fakes/src/square/fake-square.ts';
import { type Clock, systemClock } from '../../server/src/platform/clock.ts';
import { TEMPLATES } from './fake-templates.ts';

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
