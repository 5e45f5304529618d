import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { ContentInfo, SignedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';

export interface SealReport {
  /** The byte ranges run from the first byte to the last and leave out only the signature itself. */
  coversFullFile: boolean;
  /** The signed digest is that of the ranges. */
  digestMatches: boolean;
  /** The signature over the signed attributes was created by the embedded certificate. */
  signatureIsValid: boolean;
  /** The signed attributes name that same certificate, as PAdES requires. */
  namesCertificate: boolean;
  certificate: X509Certificate;
}

const OID = {
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
};

/** Checks the last seal of a PDF with libraries other than those that created it. Throws when there is none. */
export function verifySeal(file: Buffer): SealReport {
  const [a, b, c, d] = byteRange(file);
  const hole = file.subarray(b, c).toString('latin1');
  const padded = Buffer.from(hole.slice(1, -1), 'hex');
  const signedData = AsnConvert.parse(AsnConvert.parse(ownLength(padded), ContentInfo).content, SignedData);
  const signer = signedData.signerInfos[0];
  const encoded = signedData.certificates?.[0]?.certificate;
  if (!signer?.signedAttrs || !encoded) throw new Error('the signature contains no signer or no certificate');
  const der = Buffer.from(AsnConvert.serialize(encoded));
  const certificate = new X509Certificate(der);
  const attribute = (id: string) =>
    signer.signedAttrs?.find(({ attrType }) => attrType === id)?.attrValues[0];
  const digest = attribute(OID.messageDigest);
  const ranges = createHash('sha256')
    .update(file.subarray(a, a + b))
    .update(file.subarray(c, c + d))
    .digest();
  // The signed bytes are the set itself, with its own tag instead of the one in the message (RFC 5652, 5.4).
  const attributes = asSet(signer.signedAttrs.map((each) => Buffer.from(AsnConvert.serialize(each))));
  const key = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }));
  const named = Buffer.from(attribute(OID.signingCertificateV2) ?? new ArrayBuffer(0));
  return {
    coversFullFile: a === 0 && hole.startsWith('<') && hole.endsWith('>') && c + d === file.length,
    digestMatches:
      digest !== undefined && ranges.equals(Buffer.from(AsnConvert.parse(digest, OctetString).buffer)),
    signatureIsValid: verify('sha256', attributes, key, Buffer.from(signer.signature.buffer)),
    namesCertificate: named.includes(createHash('sha256').update(der).digest()),
    certificate,
  };
}

function asSet(parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 128) return Buffer.concat([Buffer.of(0x31, content.length), content]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(content.length);
  const length = content.length < 256 ? Buffer.of(0x81, content.length) : Buffer.of(0x82, ...size);
  return Buffer.concat([Buffer.of(0x31), length, content]);
}

/** Whether a PDF is sealed and unchanged since. */
export function isSealIntact(file: Buffer): boolean {
  try {
    const { coversFullFile, digestMatches, signatureIsValid, namesCertificate } = verifySeal(file);
    return coversFullFile && digestMatches && signatureIsValid && namesCertificate;
  } catch {
    return false;
  }
}

function byteRange(file: Buffer): [number, number, number, number] {
  const found = [
    ...file.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g),
  ];
  const [a, b, c, d] = (found.at(-1) ?? []).slice(1).map(Number);
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new Error('there is no seal');
  return [a, b, c, d];
}

/** The message without the zero padding. */
function ownLength(padded: Buffer): Buffer {
  const first = padded[1] ?? 0;
  if (first < 0x80) return padded.subarray(0, 2 + first);
  const digits = first & 0x7f;
  return padded.subarray(0, 2 + digits + padded.readUIntBE(2, digits));
}
