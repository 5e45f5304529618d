const MEGABYTE = 1024 * 1024;

/** Validates files selected as PDFs before upload; the server inspects their content. */
export function pdfFilesError(files: readonly File[], maxBytes: number): string | null {
  if (files.length === 0) return 'Please choose at least one PDF.';
  const other = files.find((file) => !isPdf(file));
  if (other) return `“${other.name}” is not a PDF. Only PDF files can be uploaded.`;
  const empty = files.find(({ size }) => size === 0);
  if (empty) return `“${empty.name}” is empty.`;
  const large = files.find(({ size }) => size > maxBytes);
  return large ? `“${large.name}” is larger than ${maxBytes / MEGABYTE} MB.` : null;
}

function isPdf({ name, type }: File): boolean {
  return type === 'application/pdf' || (type === '' && name.toLowerCase().endsWith('.pdf'));
}
