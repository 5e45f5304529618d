import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { PDF, type Signer } from '@libpdf/core';
import type { DatabasePool } from '#platform/database/database.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import {
  type CertificateRecord,
  findCertificate,
  insertCertificate,
  lockCertificates,
  nextCertificateId,
} from './repository.ts';
import { makeSelfSigned } from './self-signed.ts';

/** The brokerage's own certificate with its key. */
export interface Seal {
  certificate: Buffer;
  privateKey: KeyObject;
  validUntil: Date;
}

const YEARS = 10;
const DAY_MS = 86_400_000;
/** A seal is replaced while it is still good, so that none is ever set with one about to run out. */
const SPARE_DAYS = 90;
const HASHES = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const;
/** RSA 3072 with one certificate takes some 2 KB; room is left for longer names. */
const CMS_BYTES = 6144;

/** The seal of all servers on this database; the first to need one makes it. */
export async function loadSeal(
  { database, cipher, brokerage }: { database: DatabasePool; cipher: FieldCipher; brokerage: string },
  now: Date,
): Promise<Seal> {
  const until = new Date(now.getTime() + SPARE_DAYS * DAY_MS);
  const found = await findCertificate(database, until);
  if (found) return opened(cipher, found);
  return database.transaction(async (db) => {
    await lockCertificates(db);
    const other = await findCertificate(db, until);
    if (other) return opened(cipher, other);
    const validUntil = new Date(now.getTime() + YEARS * 365 * DAY_MS);
    // An hour back, for readers whose clocks are behind.
    const names = { organization: brokerage, commonName: `${brokerage} document seal` };
    const made = await makeSelfSigned(names, new Date(now.getTime() - 3_600_000), validUntil);
    const id = await nextCertificateId(db);
    const key = made.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    await insertCertificate(db, {
      id,
      certificate: made.certificate.toString('base64'),
      private_key: cipher.encrypt(key, placeOf(id)),
      valid_until: validUntil,
      created_at: now,
    });
    return { ...made, validUntil };
  });
}

function placeOf(id: number) {
  return { table: 'esign_certificates', row: id, field: 'private_key' };
}

function opened(cipher: FieldCipher, record: CertificateRecord): Seal {
  const key = Buffer.from(cipher.decrypt(record.private_key, placeOf(record.id)), 'base64');
  const certificate = Buffer.from(record.certificate, 'base64');
  return {
    certificate,
    privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    validUntil: new X509Certificate(certificate).validToDate,
  };
}

/**
 * Seals a finished PDF (PAdES baseline B-B): the signature is the last thing in the file and covers all of it. Throws
 * when it does not, so that no half-sealed document is ever given out.
 */
export async function sealPdf(
  bytes: Uint8Array,
  seal: Seal,
  facts: { reason: string; now: Date },
): Promise<Buffer> {
  const signer: Signer = {
    certificate: seal.certificate,
    keyType: 'RSA',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
    sign: async (data, algorithm) => sign(HASHES[algorithm], data, seal.privateKey),
  };
  const pdf = await PDF.load(bytes);
  const signed = await pdf.sign({
    signer,
    // The library escapes these signs twice.
    reason: facts.reason.replace(/[()\\]/g, ' '),
    signingTime: facts.now,
    fieldName: 'Seal',
    level: 'B-B',
    estimatedSize: CMS_BYTES,
  });
  const sealed = Buffer.from(signed.bytes);
  if (!isWholeFileSigned(sealed)) throw new Error('the seal does not cover the whole document');
  return sealed;
}

/** Whether the last signature's byte range runs from the first byte to the last, leaving out only itself. */
function isWholeFileSigned(file: Buffer): boolean {
  const ranges = [
    ...file.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g),
  ];
  const [start, firstLength, second, secondLength] = (ranges.at(-1) ?? []).slice(1).map(Number);
  if (start !== 0 || firstLength === undefined || second === undefined || secondLength === undefined)
    return false;
  const isHole = file[firstLength] === 0x3c && file[second - 1] === 0x3e;
  return isHole && second + secondLength === file.length;
}
