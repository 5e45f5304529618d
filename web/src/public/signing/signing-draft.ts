import { type Signing, saveSigningProgress } from '@ledgerline/contract/signing/endpoints';
import { recordSigningActivity } from '../../lib/activity.ts';
import { ApiError } from '../../lib/api-error.ts';
import { signingCaller } from '../api.ts';
import { fitsKeepalive, useServerDraft } from '../session/server-draft.ts';
import { type FieldValue, type FieldValues, startValues } from './stops.ts';
import { isTicketExpired, type WithTicket } from './use-ticket.ts';

const draftId = ({ session_form_id, signer }: Pick<Signing, 'session_form_id' | 'signer'>) =>
  `signing:${session_form_id}:${signer}`;

interface SigningDraftOptions {
  withTicket: WithTicket;
  signing: Signing;
  onTicketExpired: () => void;
  /** The state of the document has changed meanwhile. */
  onChanged: () => void;
}

/** Saves the signer's entries on the server, so that the link can be continued on any device. */
export function useSigningDraft({ withTicket, signing, onTicketExpired, onChanged }: SigningDraftOptions) {
  const entries = startValues(signing.fields);
  const draft = useServerDraft({
    id: draftId(signing),
    first: { answers: entries, version: signing.version },
    lastSaved: signing.last_saved,
    read: (unsaved) => valuesLike(entries, unsaved),
    save: async ({ answers, draft }, signal) => {
      const body = { values: valuesLike(entries, answers), draft };
      const { values, ...saved } = await withTicket((ticket) =>
        signingCaller(ticket)(saveSigningProgress, {
          body,
          ...(signal && { signal }),
          keepalive: fitsKeepalive(body),
        }),
      );
      const isTyped = Object.keys(draft.typed).length > 0;
      if (isTyped && signing.signer === 'advisor') recordSigningActivity();
      return { ...saved, others: valuesLike(entries, values) };
    },
    isInUse: isFocused,
    onError: (error) => {
      if (isTicketExpired(error)) onTicketExpired();
      else if (error instanceof ApiError && error.status === 409) onChanged();
    },
  });
  return {
    ...draft,
    display: (): FieldValues => valuesLike(entries, draft.display()),
  };
}

export type SigningDraft = ReturnType<typeof useSigningDraft>;

/** The values of fields that the document has, with the right type. */
function valuesLike(entries: FieldValues, values: Record<string, unknown>): Record<string, FieldValue> {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, example]) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return isSameKind(value, example) ? [[name, value] as const] : [];
    }),
  );
}

/** The signer is in this field, or in the enlarged copy of one. */
function isFocused(name: string): boolean {
  const id = document.activeElement?.id ?? '';
  return id === 'current-field' || id.startsWith(`field-${name}-`);
}

function isSameKind(value: unknown, example: FieldValue): value is FieldValue {
  return typeof value === typeof example;
}
