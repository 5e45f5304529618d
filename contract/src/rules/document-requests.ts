/** The type of a session form through which an agent requests documents (decision 112); templates never have it. */
export const DOCUMENT_REQUEST_TYPE = 'Documents';
/** Used in the address of its page in place of the link id that other forms have. */
export const DOCUMENT_REQUEST_LINK_ID = 'document-request';
export const MAX_REQUESTED_DOCUMENTS = 20;
/** The most files for each requested document, for example the two sides of a card; agents upload as many at once. */
export const MAX_FILES_OF_DOCUMENT = 10;

/**
 * `open`: no agent has decided yet; `again`: an agent needs another file. In both, it is the client's turn until the
 * documents are sent, then the agent's.
 */
export const REQUESTED_DOCUMENT_STATUSES = ['open', 'again', 'accepted', 'not_needed'] as const;
export type RequestedDocumentStatus = (typeof REQUESTED_DOCUMENT_STATUSES)[number];

export function isDocumentRequest(type: string | null | undefined): boolean {
  return type === DOCUMENT_REQUEST_TYPE;
}

/** Whether the client can still add files to it, or an agent still has to review it. */
export function isUndecided({ status }: { status: RequestedDocumentStatus }): boolean {
  return status === 'open' || status === 'again';
}
