import { fileURLToPath } from 'node:url';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Otherwise pdf.js would import its worker module with the first file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';

const folderOf = (name: string) => fileURLToPath(import.meta.resolve(`pdfjs-dist/${name}/`));

/**
 * The text of each page without spaces, in drawing order, as read by pdf.js: the reader of clients' screens, and independent of
 * the library that writes. Form fields are not included. Only in a worker: a damaged file may take any time.
 */
async function pageTexts(bytes: Uint8Array, nextStep: () => void): Promise<string[]> {
  const task = getDocument({
    // A copy: pdf.js takes ownership of the bytes.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: folderOf('cmaps'),
    standardFontDataUrl: folderOf('standard_fonts'),
    disableFontFace: true,
    useWorkerFetch: false,
  });
  try {
    const pdf = await task.promise;
    const texts: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent({ disableNormalization: true });
      const text = items.map((item) => ('str' in item ? item.str : '')).join('');
      texts.push(text.replaceAll(/\s+/g, ''));
      nextStep();
    }
    return texts;
  } finally {
    await task.destroy();
  }
}

/**
 * What the later version of a document lacks of the earlier one, for the log; null if every page is there with its text. What was
 * drawn into a page comes after its original text.
 */
export async function missingContent(
  before: Uint8Array,
  after: Uint8Array,
  nextStep: () => void,
): Promise<string | null> {
  const earlier = await pageTexts(before, nextStep);
  const later = await pageTexts(after, nextStep);
  if (later.length < earlier.length) return `${earlier.length} pages became ${later.length}`;
  const page = earlier.findIndex((text, position) => !later[position]?.startsWith(text));
  return page < 0 ? null : `text of page ${page + 1}`;
}
