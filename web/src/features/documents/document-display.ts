import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import {
  DEFAULT_DOCUMENT_FOLDER,
  MAX_UPLOAD_BYTES,
  UNCATEGORIZED_FOLDER_LABEL,
} from '@ledgerline/contract/rules';
import { FILE_EXTENSIONS } from '../../domain/file-types.ts';

export function folderLabel(folder: string): string {
  return isDefaultFolder(folder) ? UNCATEGORIZED_FOLDER_LABEL : folder;
}

function isDefaultFolder(folder: string): boolean {
  return ['', DEFAULT_DOCUMENT_FOLDER].includes(folder.trim().toLowerCase());
}

export interface DocumentGroup {
  label: string;
  documents: ClientDocument[];
}

/** Folders by name, uncategorized last. Documents keep their order, newest first. */
export function documentGroups(documents: readonly ClientDocument[]): DocumentGroup[] {
  const groups = new Map<string, ClientDocument[]>();
  for (const document of documents) {
    const label = folderLabel(document.folder);
    groups.set(label, [...(groups.get(label) ?? []), document]);
  }
  return [...groups]
    .map(([label, list]) => ({ label, documents: list }))
    .sort((a, b) => Number(isDefaultFolder(a.label)) - Number(isDefaultFolder(b.label)) || compare(a, b));
}

function compare(a: DocumentGroup, b: DocumentGroup): number {
  return a.label.localeCompare(b.label, 'en', { sensitivity: 'base', numeric: true });
}

/** Folder names in use, as suggestions. */
export function folderNames(documents: readonly ClientDocument[]): string[] {
  return documentGroups(documents)
    .map(({ label }) => label)
    .filter((label) => !isDefaultFolder(label));
}

const ALLOWED_TYPES = 'PDF, PNG, JPEG, GIF, WebP, HEIC, TIFF, Word, Excel, PowerPoint or plain text';

/** Why a file is rejected before upload; null if it is valid. */
export function fileProblem(file: Pick<File, 'name' | 'size'>): string | null {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!FILE_EXTENSIONS.includes(extension))
    return `${file.name} is not a supported file type. Please choose ${ALLOWED_TYPES}.`;
  if (file.size === 0) return `${file.name} is empty.`;
  return file.size > MAX_UPLOAD_BYTES ? `${file.name} is larger than 25 MB.` : null;
}
