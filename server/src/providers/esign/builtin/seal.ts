import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { DatabasePool } from '#platform/database/database.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import {
  type CertificateRecord,
  findCertificate,
  insertCertificate,
  lockCertificates,
  nextCertificateId,
} from './repository.ts';
import type { Seal } from './seal-pdf.ts';
import { createSelfSigned } from './self-signed.ts';

const YEARS = 10;
const DAY_MS = 86_400_000;
/** A seal is replaced before it expires, so that none is applied with a certificate about to expire. */
const SPARE_DAYS = 90;

/** The seal of all servers on this database; the first server that needs one creates it. */
export async function loadSeal(
  { database, cipher, brokerage }: { database: DatabasePool; cipher: FieldCipher; brokerage: string },
  now: Date,
): Promise<Seal> {
  const until = new Date(now.getTime() + SPARE_DAYS * DAY_MS);
  const found = await findCertificate(database, until);
  if (found) return decryptSeal(cipher, found);
  return database.transaction(async (db) => {
    await lockCertificates(db);
    const other = await findCertificate(db, until);
    if (other) return decryptSeal(cipher, other);
    const validUntil = new Date(now.getTime() + YEARS * 365 * DAY_MS);
    const names = { organization: brokerage, commonName: `${brokerage} document seal` };
    // Valid from one hour ago, for readers with slow clocks.
    const created = await createSelfSigned(names, new Date(now.getTime() - 3_600_000), validUntil);
    const id = await nextCertificateId(db);
    const key = created.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    await insertCertificate(db, {
      id,
      certificate: created.certificate.toString('base64'),
      private_key: cipher.encrypt(key, aadOf(id)),
      valid_until: validUntil,
      created_at: now,
    });
    return { ...created, validUntil };
  });
}

function aadOf(id: number) {
  return { table: 'esign_certificates', row: id, field: 'private_key' };
}

function decryptSeal(cipher: FieldCipher, record: CertificateRecord): Seal {
  const key = Buffer.from(cipher.decrypt(record.private_key, aadOf(record.id)), 'base64');
  const certificate = Buffer.from(record.certificate, 'base64');
  return {
    certificate,
    privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    validUntil: new X509Certificate(certificate).validToDate,
  };
}
