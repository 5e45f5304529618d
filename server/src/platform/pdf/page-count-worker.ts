import { parentPort, workerData } from 'node:worker_threads';
import { PDF } from '@libpdf/core';
import { z } from 'zod';

/** Strangers' PDFs are read in a thread of their own: some damaged ones keep the parser busy for ever. */
async function count(): Promise<{ pages: number } | { problem: 'damaged' | 'password' }> {
  try {
    const pdf = await PDF.load(z.instanceof(Uint8Array).parse(workerData));
    if (pdf.isEncrypted && !pdf.isAuthenticated) return { problem: 'password' };
    const pages = pdf.getPageCount();
    return pages > 0 ? { pages } : { problem: 'damaged' };
  } catch {
    // Whatever the parser stumbles over, the file is no use to a reader.
    return { problem: 'damaged' };
  }
}

parentPort?.postMessage(await count());
