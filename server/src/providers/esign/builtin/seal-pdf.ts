import { type KeyObject, sign } from 'node:crypto';
import { PDF, type Signer } from '@libpdf/core';

/** The brokerage's own certificate with its key. */
export interface Seal {
  certificate: Uint8Array;
  privateKey: KeyObject;
  validUntil: Date;
}

const HASHES = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const;
/** RSA 3072 with one certificate takes about 2 KB; the rest is reserved for longer names. */
const CMS_BYTES = 6144;

/**
 * Seals a finished PDF (PAdES baseline B-B): the signature is the last thing in the file and covers all of it. Throws
 * otherwise, so that no partly sealed document is ever returned.
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
    // The library escapes these characters twice.
    reason: facts.reason.replace(/[()\\]/g, ' '),
    signingTime: facts.now,
    fieldName: 'Seal',
    level: 'B-B',
    estimatedSize: CMS_BYTES,
  });
  const sealed = Buffer.from(signed.bytes);
  if (!isFullFileSigned(sealed)) throw new Error('the seal does not cover the full document');
  return sealed;
}

/** Whether the last signature's byte range runs from the first byte to the last, leaving out only itself. */
function isFullFileSigned(file: Buffer): boolean {
  const ranges = [
    ...file.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g),
  ];
  const [start, firstLength, second, secondLength] = (ranges.at(-1) ?? []).slice(1).map(Number);
  if (start !== 0 || firstLength === undefined || second === undefined || secondLength === undefined)
    return false;
  const isHole = file[firstLength] === 0x3c && file[second - 1] === 0x3e;
  return isHole && second + secondLength === file.length;
}
