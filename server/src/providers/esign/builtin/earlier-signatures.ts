import { X509Certificate } from 'node:crypto';
import { PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { inherited, type Resolve } from './clean-pdf.ts';

/** The DER encoding of version 3, which follows the two four-byte sequence headers at the start of a certificate. */
const VERSION = Buffer.from('a003020102', 'hex');
const HEADS = 8;
const LONGEST_NAME = 100;

/** Who signed these form fields; null when none is signed, an empty list when no name is known. */
export function earlierSigners(fields: readonly PdfDict[], resolve: Resolve): string[] | null {
  const signatures = new Set(fields.flatMap((field) => signatureOf(field, resolve) ?? []));
  if (signatures.size === 0) return null;
  return [...new Set([...signatures].flatMap((signature) => signerOf(signature, resolve) ?? []))];
}

/** The message for a document that is already signed. */
export function signedSentence(signers: readonly string[]): string {
  const by = signers.length > 0 ? ` by ${new Intl.ListFormat('en-US').format(signers)}` : '';
  return `Already signed${by}; adding a signature would invalidate it. Print to PDF to sign a copy.`;
}

function signatureOf(field: PdfDict, resolve: Resolve): PdfDict | null {
  if (inherited(field, 'FT', resolve) !== PdfName.of('Sig')) return null;
  const value = inherited(field, 'V', resolve);
  return value instanceof PdfDict && !(value instanceof PdfStream) && value.has('Contents') ? value : null;
}

/** The signer's name in the signature, or in the certificate when the signature has none. */
function signerOf(signature: PdfDict, resolve: Resolve): string | null {
  const named = signature.getString('Name', resolve)?.asString();
  const name = named?.trim() ? named : certifiedName(signature.getString('Contents', resolve)?.bytes);
  const line = name?.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return line ? [...line].slice(0, LONGEST_NAME).join('') : null;
}

/**
 * The subject of the first certificate that is not a CA; a self-signed certificate may claim to be one, so it is the fallback.
 */
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
      // These bytes only look like a certificate.
    }
  }
  return found;
}
