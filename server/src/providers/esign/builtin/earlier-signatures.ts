import { X509Certificate } from 'node:crypto';
import { PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { inherited, type Resolve } from './clean-pdf.ts';

/** Says version 3, behind the heads of the two sequences with which a certificate starts: four bytes each. */
const VERSION = Buffer.from('a003020102', 'hex');
const HEADS = 8;
const LONGEST_NAME = 100;

/** Who signed through these form fields; null where none of them is signed, an empty list where no name is known. */
export function earlierSigners(fields: readonly PdfDict[], resolve: Resolve): string[] | null {
  const signatures = new Set(fields.flatMap((field) => signatureOf(field, resolve) ?? []));
  if (signatures.size === 0) return null;
  return [...new Set([...signatures].flatMap((signature) => signerOf(signature, resolve) ?? []))];
}

/** The sentence for a document that was signed before. */
export function signedSentence(signers: readonly string[]): string {
  const by = signers.length > 0 ? ` by ${new Intl.ListFormat('en-US').format(signers)}` : '';
  return `Already signed${by}; adding a signature would invalidate it. Print to PDF to sign a copy.`;
}

function signatureOf(field: PdfDict, resolve: Resolve): PdfDict | null {
  if (inherited(field, 'FT', resolve) !== PdfName.of('Sig')) return null;
  const value = inherited(field, 'V', resolve);
  return value instanceof PdfDict && !(value instanceof PdfStream) && value.has('Contents') ? value : null;
}

/** As the signature names its signer, else as the certificate does. */
function signerOf(signature: PdfDict, resolve: Resolve): string | null {
  const named = signature.getString('Name', resolve)?.asString();
  const name = named?.trim() ? named : certifiedName(signature.getString('Contents', resolve)?.bytes);
  const line = name?.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return line ? [...line].slice(0, LONGEST_NAME).join('') : null;
}

/** The subject of the first certificate that issues no others; one that vouches for itself may say that it does. */
function certifiedName(message: Uint8Array = new Uint8Array()): string | null {
  const certificates = certificatesIn(Buffer.from(message));
  const signer = certificates.find(({ ca }) => !ca) ?? certificates[0];
  const [, name] = /^CN=(.+)$/m.exec(signer?.subject ?? '') ?? /^O=(.+)$/m.exec(signer?.subject ?? '') ?? [];
  return name ?? null;
}

function certificatesIn(message: Buffer): X509Certificate[] {
  const found: X509Certificate[] = [];
  for (let at = message.indexOf(VERSION); at >= 0; at = message.indexOf(VERSION, at + 1)) {
    try {
      const start = at - HEADS;
      found.push(new X509Certificate(message.subarray(start, start + 4 + message.readUInt16BE(start + 2))));
    } catch {
      // Bytes that only look like a certificate.
    }
  }
  return found;
}
