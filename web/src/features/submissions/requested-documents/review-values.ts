import { isUndecided } from '@ledgerline/contract/rules';
import type { RequestedDocument } from '@ledgerline/contract/submissions/requested-documents/endpoints';

export interface DecisionValues {
  id: number;
  decision: 'accept' | 'again' | 'not_needed';
  reason: string;
  /** The client has sent a file. */
  isSent: boolean;
}

export interface ReviewValues {
  decisions: DecisionValues[];
}

/** What was sent is accepted and what is missing is requested again, unless the agent decides otherwise. */
export function startDecisions(documents: readonly RequestedDocument[]): ReviewValues {
  return {
    decisions: documents.filter(isUndecided).map(({ id, files }) => {
      const isSent = files.length > 0;
      return { id, isSent, decision: isSent ? 'accept' : 'again', reason: '' };
    }),
  };
}

/** Other files need another review. */
export function reviewKey(turn: string, documents: readonly RequestedDocument[]): string {
  return [turn, ...documents.flatMap(({ files }) => files.map(({ id }) => id))].join(' ');
}

/** 'Accept 2', 'Accept 1, Request 1 Again', 'Finish Review'. */
export function reviewLabel(decisions: readonly DecisionValues[]): string {
  const count = (kind: DecisionValues['decision']) =>
    decisions.filter(({ decision }) => decision === kind).length;
  const [accepted, again] = [count('accept'), count('again')];
  const parts = [accepted > 0 && `Accept ${accepted}`, again > 0 && `Request ${again} Again`].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'Finish Review';
}
