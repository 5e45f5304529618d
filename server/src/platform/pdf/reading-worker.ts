import { PDF } from '@libpdf/core';
import { z } from 'zod';
import { hasActiveContent } from './active-content.ts';
import { serveTasks } from './serve-tasks.ts';

const taskSchema = z.object({
  question: z.enum(['pages', 'active']),
  bytes: z
    .instanceof(Uint8Array)
    .transform(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length)),
});

serveTasks((task) => {
  const { question, bytes } = taskSchema.parse(task);
  return question === 'active' ? hasActiveContent(bytes) : countPages(bytes);
});

async function countPages(bytes: Buffer): Promise<{ pages: number } | { problem: 'damaged' | 'password' }> {
  try {
    const pdf = await PDF.load(bytes);
    if (pdf.isEncrypted && !pdf.isAuthenticated) return { problem: 'password' };
    const pages = pdf.getPageCount();
    return pages > 0 ? { pages } : { problem: 'damaged' };
  } catch {
    // Whatever the parser fails on, the file is useless to a reader.
    return { problem: 'damaged' };
  }
}
