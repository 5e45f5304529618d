import { createHash } from 'node:crypto';

export const MAX_TEMPLATE_BYTES = 25 * 1024 * 1024;
export const MAX_TEMPLATE_PAGES = 200;

/** Why a PDF cannot be used, as shown to its owner. */
export const PROBLEMS = {
  empty: 'This file is empty.',
  tooLarge: 'This PDF is larger than 25 MB.',
  notPdf: 'This file is not a PDF.',
  password: 'This PDF is protected with a password. Save it without protection and add it again.',
  restricted:
    'This PDF is protected against changes. Ask the sender for an unprotected copy, or print it to a new PDF and add that.',
  brokenEncryption:
    'This PDF is encrypted and damaged, so its content cannot be read reliably. Print it to a new PDF and add that.',
  contentLost: 'Signing this PDF would lose part of its content. Print it to a new PDF and add that.',
  damaged: 'This PDF is damaged and cannot be repaired. Print it to a new PDF and add that.',
  noPages: 'This PDF has no pages that can be read. Print it to a new PDF and add that.',
  tooLong: `This PDF has more than ${MAX_TEMPLATE_PAGES} pages.`,
  xfa: 'This PDF is an Adobe XFA form, which only Adobe Reader can show. Print it to a plain PDF and add that.',
  tooSlow: 'This PDF takes too long to read. Print it to a new PDF and add that.',
  stillReading: 'This PDF is still being read. Open the list again in a minute.',
} as const;

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
