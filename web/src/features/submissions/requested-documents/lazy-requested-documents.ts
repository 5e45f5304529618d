import { lazy } from 'react';

/** Loaded only when a request is opened. */
export const RequestedDocuments = lazy(async () => ({
  default: (await import('./requested-documents.tsx')).RequestedDocuments,
}));
