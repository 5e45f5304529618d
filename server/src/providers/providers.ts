import type { Deps } from '#platform/context.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { createMailTransport } from '#platform/mail/transport.ts';
import { createDiskStorage } from '#platform/storage/disk.ts';
import { createBuiltinEsign } from './esign/builtin/builtin-esign.ts';
import { createBuiltinPayments } from './payments/builtin/builtin-payments.ts';

type Provided = 'storage' | 'mail' | 'esign' | 'payments';

/** The adapters of the ports, as the configuration chooses them; made once in main or in a test. */
export function createProviders(parts: Omit<Deps, Provided>): Pick<Deps, Provided> {
  const paths = dataPaths(parts.config.dataDir);
  const storage = createDiskStorage(paths.filesDir);
  const esign = createBuiltinEsign({
    ...parts,
    storage,
    templatesDir: paths.templatesDir,
    brokerage: parts.config.BRAND,
    timeZone: parts.config.TIME_ZONE,
  });
  const payments = createBuiltinPayments(parts);
  return { storage, mail: createMailTransport(parts.config, paths.outboxDir), esign, payments };
}
