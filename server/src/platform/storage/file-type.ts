/** An accepted file type, recognized by content. */
export interface FileType {
  mime_type: string;
  /** Valid extensions of such a file; the first is appended to a name with another one. */
  extensions: readonly [string, ...string[]];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
export const PDF: FileType = { mime_type: 'application/pdf', extensions: ['pdf'] };
const PNG: FileType = { mime_type: 'image/png', extensions: ['png'] };
const JPEG: FileType = { mime_type: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'] };
const GIF: FileType = { mime_type: 'image/gif', extensions: ['gif'] };
const WEBP: FileType = { mime_type: 'image/webp', extensions: ['webp'] };
const HEIC: FileType = { mime_type: 'image/heic', extensions: ['heic', 'heif', 'hif'] };
const TIFF: FileType = { mime_type: 'image/tiff', extensions: ['tif', 'tiff'] };
const DOCX: FileType = { mime_type: `${OFFICE}.wordprocessingml.document`, extensions: ['docx'] };
const XLSX: FileType = { mime_type: `${OFFICE}.spreadsheetml.sheet`, extensions: ['xlsx'] };
const PPTX: FileType = { mime_type: `${OFFICE}.presentationml.presentation`, extensions: ['pptx'] };
const DOC: FileType = { mime_type: 'application/msword', extensions: ['doc'] };
const XLS: FileType = { mime_type: 'application/vnd.ms-excel', extensions: ['xls'] };
const TEXT: FileType = { mime_type: 'text/plain', extensions: ['txt', 'text', 'log', 'md', 'csv', 'tsv'] };

/** For the error message about an unsupported type. */
export const ALLOWED_TYPES = 'PDF, PNG, JPEG, GIF, WebP, HEIC, TIFF, Word, Excel, PowerPoint or plain text';

/** The type of a file with these bytes; null for types that are not accepted. The sender's name and type are ignored. */
export function fileTypeOf(bytes: Buffer): FileType | null {
  return (
    imageType(bytes) ?? officeType(bytes) ?? (isPdf(bytes) ? PDF : null) ?? (isPlainText(bytes) ? TEXT : null)
  );
}

/** The name with an extension that matches the content: `photo.exe` becomes `photo.exe.png`. */
export function nameForType(name: string, { extensions }: FileType): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return extensions.includes(ending) ? name : `${name}.${extensions[0]}`;
}

const HEADER_WITHIN = 1024;

/** A PDF may start after other bytes, and has an end marker. */
export function isPdf(bytes: Buffer): boolean {
  const start = bytes.subarray(0, HEADER_WITHIN).indexOf('%PDF-');
  const isProgram = hasPrefix(bytes, [0x4d, 0x5a]) || hasPrefix(bytes, [0x7f, 0x45, 0x4c, 0x46]);
  return start >= 0 && !isProgram && bytes.lastIndexOf('%%EOF') > start;
}

function hasPrefix(bytes: Buffer, prefix: readonly number[]): boolean {
  return prefix.every((byte, at) => bytes[at] === byte);
}

const text = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end);
const HEIF_BRANDS = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'];

function imageType(bytes: Buffer): FileType | null {
  if (hasPrefix(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return PNG;
  if (hasPrefix(bytes, [0xff, 0xd8, 0xff])) return JPEG;
  if (['GIF87a', 'GIF89a'].includes(text(bytes, 0, 6))) return GIF;
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return WEBP;
  if (text(bytes, 4, 8) === 'ftyp' && HEIF_BRANDS.includes(text(bytes, 8, 12))) return HEIC;
  const isTiff = ['II*\0', 'MM\0*'].includes(text(bytes, 0, 4));
  return isTiff ? TIFF : null;
}

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OFFICE_PARTS: readonly [string, FileType][] = [
  ['word/document.xml', DOCX],
  ['xl/workbook.xml', XLSX],
  ['ppt/presentation.xml', PPTX],
];
/** Streams of the old formats; installers, emails and others in the same container have none of them. */
const OFFICE_STREAMS: readonly [string, FileType][] = [
  ['WordDocument', DOC],
  ['Workbook', XLS],
];

function officeType(bytes: Buffer): FileType | null {
  if (hasPrefix(bytes, OLE)) {
    return OFFICE_STREAMS.find(([name]) => bytes.includes(Buffer.from(name, 'utf16le')))?.[1] ?? null;
  }
  if (!hasPrefix(bytes, ZIP)) return null;
  const names = zipEntryNames(bytes);
  // Documents with macros are programs.
  if (!names.has('[content_types].xml') || [...names].some((name) => name.endsWith('vbaproject.bin')))
    return null;
  return OFFICE_PARTS.find(([part]) => names.has(part))?.[1] ?? null;
}

const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?)/i;
const LONGEST_MARK = 10;
const PIECE = 256 * 1024;
/** The start of scripts, PostScript, broken PDFs and RTF, which may contain programs. */
const OTHER_FORMATS = /^(?:#!|%!|%PDF-|\{\\rtf)/;

/** Text in UTF-8, an old Western code page, or UTF-16 with a byte order mark; no markup, no script with an interpreter line. */
function isPlainText(bytes: Buffer): boolean {
  const plain = withoutMark(bytes);
  if (plain === null || hasControls(plain)) return false;
  if (OTHER_FORMATS.test(text(plain, 0, LONGEST_MARK))) return false;
  // In overlapping pieces: a single text of the complete file would take its size in memory again.
  for (let at = 0; at < plain.length; at += PIECE) {
    if (MARKUP.test(text(plain, at, at + PIECE + LONGEST_MARK))) return false;
  }
  return true;
}

/** Control characters other than tabs, line ends and page breaks. By index: files are large, and this is the fast way. */
function hasControls(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const isControl = byte < 0x20 || byte === 0x7f;
    if (isControl && byte !== 0x0a && byte !== 0x0d && byte !== 0x09 && byte !== 0x0c) return true;
  }
  return false;
}

/** The bytes as one byte per Latin letter, without a byte order mark; null for invalid UTF-16. */
function withoutMark(bytes: Buffer): Buffer | null {
  if (hasPrefix(bytes, [0xef, 0xbb, 0xbf])) return bytes.subarray(3);
  const label = hasPrefix(bytes, [0xff, 0xfe])
    ? 'utf-16le'
    : hasPrefix(bytes, [0xfe, 0xff])
      ? 'utf-16be'
      : null;
  if (label === null) return bytes;
  try {
    return Buffer.from(new TextDecoder(label, { fatal: true }).decode(bytes));
  } catch {
    // Half a character: not a text.
    return null;
  }
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
/** The end record has 22 bytes and a comment of up to 65,535. */
const END_WITHIN = 22 + 65_535;
const MAX_ENTRIES = 10_000;

/** The lower-case names in a ZIP file's directory, without decompressing anything. Empty if the directory cannot be read. */
function zipEntryNames(bytes: Buffer): Set<string> {
  const names = new Set<string>();
  const end = endOfDirectory(bytes);
  if (end === null) return names;
  let at = bytes.readUInt32LE(end + 16);
  while (names.size < MAX_ENTRIES && at + 46 <= bytes.length && bytes.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const commentLength = bytes.readUInt16LE(at + 32);
    names.add(bytes.toString('utf8', at + 46, at + 46 + nameLength).toLowerCase());
    at += 46 + nameLength + extraLength + commentLength;
  }
  return names;
}

function endOfDirectory(bytes: Buffer): number | null {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - END_WITHIN); at--) {
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  return null;
}
