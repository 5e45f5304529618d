import path from 'node:path';
import { type CheckpointStore, checkpointFile } from '#platform/audit/checkpoints.ts';
import type { Config } from '#platform/config.ts';
import type { Deps } from '#platform/context.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { createEmailTransport } from '#platform/email/transport.ts';
import { createProviderHealth, paymentPart, watchProvider } from '#platform/provider-health/monitor.ts';
import { createDiskStorage } from '#platform/storage/disk.ts';
import {
  createEncryptedStorage,
  type EncryptedStorage,
} from '#platform/storage/encrypted/encrypted-storage.ts';
import { areAllEncrypted } from '#platform/storage/encrypted/encryption-marks.ts';
import { freeBytesIn } from '#platform/storage/free-space.ts';
import type { BytesStore } from '#platform/storage/storage.ts';
import { type BuiltinEsignOptions, createBuiltinEsign } from './esign/builtin/builtin-esign.ts';
import { createDocusignEsign } from './esign/docusign/docusign-esign.ts';
import { createOidcIdentity } from './identity/oidc-identity.ts';
import { createBuiltinPayments } from './payments/builtin/builtin-payments.ts';
import { ownPages } from './payments/builtin/pay-pages.ts';
import { createSquarePayments } from './payments/square/square-payments.ts';
import { createS3Storage } from './storage/s3.ts';
import { createS3Checkpoints } from './storage/s3-metadata.ts';

/** Creates each payment adapter, keyed by the value of the setting. */
const PAYMENTS: Record<Config['PAYMENT_PROVIDER'], (parts: Omit<Deps, Provided>) => Deps['payments']> = {
  builtin: createBuiltinPayments,
  square: createSquarePayments,
};

type Provided =
  | 'storage'
  | 'email'
  | 'esign'
  | 'payments'
  | 'ownPages'
  | 'checkpointStores'
  | 'identity'
  | 'freeBytes';

/** The storage that the configuration selects, byte for byte. */
export function createStorage(config: Config): BytesStore {
  return config.STORAGE_PROVIDER === 's3'
    ? createS3Storage(config)
    : createDiskStorage(dataPaths(config.dataDir).filesDir);
}

/** The files themselves, which are stored encrypted. */
export function openStorage(
  store: BytesStore,
  { cipher, database }: Pick<Deps, 'cipher' | 'database'>,
): EncryptedStorage {
  return createEncryptedStorage({
    store,
    keys: cipher.keys,
    areAllEncrypted: () => areAllEncrypted(database),
  });
}

/**
 * Where the checkpoints of the audit log's hash chain are sent: as the configuration says, otherwise a file of the data folder.
 * The server cannot read emails back.
 */
export function createCheckpointStores(config: Config): CheckpointStore[] {
  const stores = config.AUDIT_HEAD.flatMap((target) => {
    if (target.kind === 'mail') return [];
    if (target.kind === 'file') return checkpointFile(path.resolve(target.path));
    const { bucket, folder } = target;
    return createS3Checkpoints(
      bucket === null ? config : { ...config, S3_BUCKET: bucket, S3_PREFIX: folder },
    );
  });
  return stores.length > 0 ? stores : [checkpointFile(dataPaths(config.dataDir).auditHeadFile)];
}

/** The adapters of the ports, as the configuration selects them; created once in main or in a test. */
export function createProviders(
  parts: Omit<Deps, Provided>,
  brand: Pick<BuiltinEsignOptions, 'readLogo'> = {},
): Pick<Deps, Provided> {
  const paths = dataPaths(parts.config.dataDir);
  const health = createProviderHealth(parts);
  const store = watchProvider(createStorage(parts.config), { health, partOf: () => 'storage' });
  const storage = openStorage(store, parts);
  const esign =
    parts.config.ESIGN_PROVIDER === 'docusign'
      ? createDocusignEsign(parts)
      : createBuiltinEsign({
          ...parts,
          ...brand,
          storage,
          templatesDir: paths.templatesDir,
          brokerage: parts.config.BRAND,
          timeZone: parts.config.TIME_ZONE,
        });
  const email = createEmailTransport(parts.config, paths.outboxDir);
  const identity = createOidcIdentity(parts);
  return {
    storage,
    email: watchProvider(email, { health, partOf: () => 'mail' }),
    esign: watchProvider(esign, { health, partOf: () => 'esign' }),
    payments: watchProvider(PAYMENTS[parts.config.PAYMENT_PROVIDER](parts), { health, partOf: paymentPart }),
    ownPages: ownPages(parts.database),
    checkpointStores: createCheckpointStores(parts.config),
    freeBytes: freeBytesIn(paths.path),
    identity: identity && watchProvider(identity, { health, partOf: () => 'sso' }),
  };
}
