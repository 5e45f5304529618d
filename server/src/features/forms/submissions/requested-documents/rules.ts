interface Decision {
  id: number;
  decision: 'accept' | 'again' | 'not_needed';
  reason: string;
}

const MAX_TITLE = 200;

/** The name of a request that agents see: 'Photo ID, Proof of income'. */
export function agentTitleOf(documents: readonly { name: string }[]): string {
  const text = documents.map(({ name }) => name).join(', ');
  return text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE - 1)}…` : text;
}

/** An accepted file is named after what was requested: phones call every photo the same. */
export function acceptedFileName(document: string, file: string, number: number | null): string {
  const ending = /\.[^.]+$/.exec(file)?.[0] ?? '';
  return `${document}${number === null ? '' : ` ${number}`}${ending}`;
}

/** Only what was sent can be accepted, and a client needs to know why a document that they sent is needed again. */
export function decisionErrors(
  documents: readonly { id: number; files: readonly unknown[] }[],
  decisions: readonly Decision[],
): { path: string; message: string }[] {
  return decisions.flatMap(({ id, decision, reason }, at) => {
    const isSent = documents.some((document) => document.id === id && document.files.length > 0);
    if (decision === 'accept' && !isSent)
      return [{ path: `decisions.${at}.decision`, message: 'has no file to accept' }];
    if (decision === 'again' && isSent && reason === '')
      return [{ path: `decisions.${at}.reason`, message: 'is required' }];
    return [];
  });
}

/** The result for the agent: '2 accepted, 1 requested again.' */
export function reviewMessage(decisions: readonly Decision[]): string {
  const labels = { accept: 'accepted', again: 'requested again', not_needed: 'not needed' };
  const parts = Object.entries(labels).flatMap(([kind, label]) => {
    const count = decisions.filter(({ decision }) => decision === kind).length;
    return count > 0 ? [`${count} ${label}`] : [];
  });
  return `${parts.join(', ')}.`;
}
