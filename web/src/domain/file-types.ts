/** File extensions the server accepts. It also inspects the content. */
export const FILE_EXTENSIONS: readonly string[] =
  'pdf png jpg jpeg jfif gif webp heic heif tif tiff docx xlsx pptx doc xls txt text log md csv tsv'.split(
    ' ',
  );
/** For the `accept` attribute of a file input. */
export const ACCEPTED_FILES = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** Files with tables for an import, for `accept`. The server also inspects the content. */
export const SPREADSHEET_FILES = '.csv,.txt,.tsv,.xlsx,.ods,.xls,.html';
