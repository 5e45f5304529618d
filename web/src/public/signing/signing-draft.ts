import { type Signing, saveSigningProgress } from '@ledgerline/contract/signing/endpoints';
import { isRecord } from '@ledgerline/contract/web-forms/structure';
import { recordSigningActivity } from '../../lib/activity.ts';
import { ApiError } from '../../lib/api-error.ts';
import { signingCaller } from '../api.ts';
import { readUnsaved } from '../session/drafts.ts';
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
  return useServerDraft<FieldValues>({
    id: draftId(signing),
    first: startValues(signing.fields),
    lastSaved: signing.last_saved,
    mirrored: (values) => values,
    save: async (values, signal) => {
      const body = { values };
      const { last_saved } = await withTicket((ticket) =>
        signingCaller(ticket)(saveSigningProgress, { body, signal, keepalive: fitsKeepalive(body) }),
      );
      if (signing.signer === 'advisor') recordSigningActivity();
      return last_saved;
    },
    onError: (error) => {
      if (isTicketExpired(error)) onTicketExpired();
      else if (error instanceof ApiError && error.status === 409) onChanged();
    },
  });
}

export type SigningDraft = ReturnType<typeof useSigningDraft>;

/**
 * The server's values merged with values that this tab could not save, for fields the document has. If another
 * device saved in between, only empty fields are filled in.
 */
export function withUnsavedValues(signing: Signing): Record<string, FieldValue> {
  const unsaved = readUnsaved(draftId(signing));
  const values = isRecord(unsaved.form_data) ? unsaved.form_data : {};
  const isNewest = unsaved.last_saved === signing.last_saved;
  return Object.fromEntries(
    Object.entries(startValues(signing.fields)).map(([name, value]) => {
      const mine = values[name];
      return [name, isSameKind(mine, value) && (isNewest || !value) ? mine : value];
    }),
  );
}

function isSameKind(value: unknown, example: FieldValue): value is FieldValue {
  return typeof value === typeof example;
}
