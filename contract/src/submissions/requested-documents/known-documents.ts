import { inEveryLanguage, type Language } from '../../languages.ts';
import { DOCUMENT_MESSAGES, type KnownDocument } from '../../text/document-text.ts';

/** Documents that agents often need, with the folder of the client's documents that an accepted one goes to. */
const FOLDERS: Readonly<Record<KnownDocument, string>> = {
  photoId: 'Identification',
  proofOfIncome: 'Income',
  proofOfAddress: 'Identification',
  insuranceCard: 'Insurance cards',
  medicareCard: 'Insurance cards',
  socialSecurityCard: 'Identification',
  immigrationDocument: 'Immigration',
  bankStatement: 'Income',
};

const KEYS = Object.keys(FOLDERS).filter((key): key is KnownDocument => key in FOLDERS);

export const KNOWN_DOCUMENTS = KEYS.map((key) => ({
  name: DOCUMENT_MESSAGES.en.names[key],
  folder: FOLDERS[key],
}));

/** The name of a requested document as its client reads it: in their language where it is a known one, else as typed. */
export function documentNameIn(language: Language, name: string): string {
  const known = KEYS.find((key) => DOCUMENT_MESSAGES.en.names[key] === name);
  return known ? DOCUMENT_MESSAGES[language].names[known] : name;
}

/** The title of every request, for its client. */
export const DOCUMENT_REQUEST_TITLES = inEveryLanguage((language) => DOCUMENT_MESSAGES[language].title);
