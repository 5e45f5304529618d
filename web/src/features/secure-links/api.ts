import type { BodyInput, ReplyOf } from '@ledgerline/contract/endpoint';
import { emailLink, listClientEmails } from '@ledgerline/contract/link-emails/endpoints';
import { expirationHours } from '@ledgerline/contract/rules';
import type { SecureLink } from '@ledgerline/contract/secure-links/endpoints';
import * as endpoints from '@ledgerline/contract/secure-links/endpoints';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultExpirationDays } from '../../domain/links/default-expiration.ts';
import { REMINDERS } from '../../domain/reminders/use-reminders.ts';
import { api, invalidate, readAs, useWrite } from '../../lib/api.ts';

export type FormLink = Pick<
  ReplyOf<typeof endpoints.createClientLink>['data'],
  'formUrl' | 'expiresAt' | 'expiresSoon'
> & {
  /** The submission that the link fills; null where only an expired link is known. */
  sessionFormId: number | null;
};

/** Target of a link: one form and one client; or exactly one of the client's submissions. */
export interface LinkKey {
  formId: number | string;
  clientId: number;
  sessionFormId?: number;
}

const linkKey = ({ clientId, formId, sessionFormId }: LinkKey) =>
  ['secure-links', 'client', clientId, String(formId), sessionFormId ?? null] as const;
/** Submission lists, to which a new link may have added a row. */
const SUBMISSIONS = ['submissions'] as const;

/** The link, found or created on demand; dropped from the cache when no longer shown. */
export function useClientLink(key: LinkKey, isWanted: boolean) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: linkKey(key),
    queryFn: async ({ signal }): Promise<FormLink> => {
      const newest = await findNewestLink(key, signal);
      const isOpen = newest !== undefined && newest.status !== 'completed';
      if (isOpen && newest.is_expired) return expiredLink(newest);
      // A valid link keeps its expiration; a new one uses the global setting (decisions F22).
      const hours = isOpen ? {} : { expirationHours: await defaultHours(queryClient) };
      const { data } = await api(endpoints.createClientLink, { body: { ...key, ...hours } });
      void queryClient.invalidateQueries({ queryKey: SUBMISSIONS });
      return data;
    },
    enabled: isWanted,
    gcTime: 0,
  });
}

async function findNewestLink(key: LinkKey, signal: AbortSignal): Promise<SecureLink | undefined> {
  const { data } = await api(endpoints.listClientLinks, { params: { clientId: key.clientId }, signal });
  return data.find(({ form_id, session_form_id }) =>
    key.sessionFormId === undefined
      ? String(form_id) === String(key.formId)
      : session_form_id === key.sessionFormId,
  );
}

/** An expired link stays until the agent decides: requesting a new one would revoke the URL the client has. */
function expiredLink({ form_url, access_token_expires_at, session_form_id }: SecureLink): FormLink {
  return {
    formUrl: form_url,
    expiresAt: access_token_expires_at,
    expiresSoon: false,
    sessionFormId: session_form_id,
  };
}

/** The global setting in hours. */
async function defaultHours(queryClient: QueryClient): Promise<number> {
  return expirationHours(await defaultExpirationDays(queryClient));
}

/** With hours: the same URL, valid for at least that long from now. Without: a new URL for an expired one. */
export function useRenewClientLink(key: LinkKey) {
  return useWrite(
    async (hours: number | undefined): Promise<FormLink> => {
      const body = { ...key, ...(hours === undefined ? {} : { expirationHours: hours }) };
      return (await api(endpoints.createClientLink, { body })).data;
    },
    (client, link) => {
      client.setQueryData<FormLink>(linkKey(key), link);
      for (const queryKey of [SUBMISSIONS, REMINDERS]) void client.invalidateQueries({ queryKey });
    },
  );
}

/** The public link of an e-signature form (decisions I4). */
export function usePublicLink(formId: number | string) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['secure-links', 'public', String(formId)],
    queryFn: async (): Promise<FormLink> => {
      const hours = await defaultHours(queryClient);
      const { data } = await api(endpoints.createPublicLink, { body: { formId, expirationHours: hours } });
      void queryClient.invalidateQueries({ queryKey: SUBMISSIONS });
      return data;
    },
    gcTime: 0,
  });
}

export function useEmailLink() {
  return useWrite(
    (body: BodyInput<typeof emailLink>) => api(emailLink, { body }),
    invalidate(['mail'], REMINDERS),
  );
}

/** Emails sent to a client, newest first. */
export function useClientEmails(clientId: number) {
  return useQuery({
    queryKey: ['mail', 'client', clientId],
    queryFn: async (context) =>
      (await api(listClientEmails, { params: { id: clientId }, ...readAs(context) })).data,
  });
}
