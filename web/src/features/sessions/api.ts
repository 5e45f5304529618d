import type { BodyInput } from '@ledgerline/contract/endpoint';
import { defaultSessionName, expirationHours, SECURE_LINK_HOURS } from '@ledgerline/contract/rules';
import * as endpoints from '@ledgerline/contract/sessions/endpoints';
import { openEnvelope } from '@ledgerline/contract/signing/endpoints';
import {
  attachSubmissionDocument,
  createSubmission,
  listSessionSubmissions,
} from '@ledgerline/contract/submissions/endpoints';
import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { REMINDERS } from '../../domain/reminders/use-reminders.ts';
import { api, readAs, upload, useWrite } from '../../lib/api.ts';
import { isDoneUnread } from '../../lib/api-error.ts';

const sessionKeys = {
  all: ['sessions'] as const,
  ofClient: (clientId: number) => ['sessions', 'client', clientId] as const,
  session: (id: number) => ['session', id] as const,
  forms: (id: number) => ['session', id, 'forms'] as const,
  payments: (id: number) => ['session', id, 'payment-data'] as const,
  link: (id: number) => ['session-link', id] as const,
};
/** Submission lists, which also include session forms. */
const SUBMISSIONS = ['submissions'] as const;

async function listOfClient(clientId: number, signal?: AbortSignal) {
  return (await api(endpoints.listClientSessions, { params: { id: clientId }, signal })).sessions;
}

export function clientSessionsQuery(clientId: number) {
  return queryOptions({
    queryKey: sessionKeys.ofClient(clientId),
    queryFn: ({ signal }) => listOfClient(clientId, signal),
  });
}

export function useClientSessions(clientId: number) {
  return useQuery(clientSessionsQuery(clientId));
}

/** Default name of a client's next session, from the cached list; `fetchName` refetches the list first if it is stale. */
export function useNextSessionName(clientId: number) {
  const { data, isStale } = useClientSessions(clientId);
  const name = defaultSessionName({ existing_sessions: data });
  return {
    name,
    fetchName: async () =>
      isStale ? defaultSessionName({ existing_sessions: await listOfClient(clientId) }) : name,
  };
}

export function useSession(id: number) {
  return useQuery({
    queryKey: sessionKeys.session(id),
    queryFn: async (context) =>
      (await api(endpoints.getSession, { params: { id }, ...readAs(context) })).session,
  });
}

export function useSessionForms(id: number) {
  return useQuery({
    queryKey: sessionKeys.forms(id),
    queryFn: async (context) =>
      (await api(listSessionSubmissions, { params: { id }, ...readAs(context) })).sessionForms,
  });
}

export function usePaymentData(id: number, { enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: sessionKeys.payments(id),
    queryFn: async (context) =>
      (await api(endpoints.getSessionPaymentData, { params: { id }, ...readAs(context) })).data,
  });
}

/** What was paid on a session; null until it is loaded, and where no payment was recorded here. */
export function useBalance({ id, payment_card }: endpoints.Session): endpoints.ListedSession['balance'] {
  const { data } = usePaymentData(id, { enabled: payment_card === 'Payment Received' });
  return data && data.transactions.length > 0 ? data : null;
}

export interface SessionLink {
  url: string;
  expiresAt: string;
  expiresSoon: boolean;
}

/** The session's link, found or created on display; null when the response contains none. */
export function useSessionLink(id: number) {
  return useQuery({
    queryKey: sessionKeys.link(id),
    queryFn: async ({ signal }): Promise<SessionLink | null> => {
      const body = {
        accessType: 'client_access',
        expirationHours: SECURE_LINK_HOURS,
        forceRegenerate: false,
      } as const;
      const { token, url, expiresAt, expiresSoon } = await api(endpoints.generateSessionToken, {
        params: { id },
        body,
        signal,
      });
      return token && url ? { url, expiresAt, expiresSoon } : null;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The same URL, valid for at least this many days from now. */
export function useExtendSessionLink(id: number) {
  return useWrite(
    (days: number) =>
      api(endpoints.generateSessionToken, {
        params: { id },
        body: { accessType: 'client_access', expirationHours: expirationHours(days), extend: true },
      }),
    (client, { url, expiresAt, expiresSoon }) => {
      client.setQueryData<SessionLink>(sessionKeys.link(id), { url, expiresAt, expiresSoon });
      for (const queryKey of [REMINDERS, ['mail']]) void client.invalidateQueries({ queryKey });
    },
  );
}

export async function refreshSession(queryClient: QueryClient, id?: number): Promise<void> {
  const keys = [sessionKeys.all, SUBMISSIONS, ...(id === undefined ? [] : [sessionKeys.session(id)])];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Starts a session and returns its id; null when the response lacks one (1§5). */
export async function openSession(body: BodyInput<typeof endpoints.createSession>): Promise<number | null> {
  try {
    const { session, id } = await api(endpoints.createSession, { body });
    return session?.id ?? id ?? null;
  } catch (error) {
    // It was created, but the response does not say which one it is.
    if (isDoneUnread(error)) return null;
    throw error;
  }
}

export interface NewForm {
  body: Omit<BodyInput<typeof createSubmission>, 'session_id'>;
  /** The file of a custom PDF form. */
  file: File | null;
}

/** The form was added, its file was not. */
export class FileNotAttached extends Error {}

/** Adds one form to a session, with its file if it has one. */
export async function addForm(sessionId: number, { body, file }: NewForm): Promise<void> {
  const { data } = await api(createSubmission, { body: { ...body, session_id: sessionId } });
  if (!file) return;
  const form = new FormData();
  form.append('document', file);
  try {
    await upload(attachSubmissionDocument, form, { params: { id: data.id } });
  } catch (error) {
    throw new FileNotAttached('the file was not attached', { cause: error });
  }
}

export function useSaveNotes(id: number) {
  return useWrite(
    async (notes: string) =>
      (await api(endpoints.updateSession, { params: { id }, body: { notes } })).session,
    (client, session) => client.setQueryData(sessionKeys.session(id), session),
  );
}

export function useSaveClientTitle(id: number) {
  return useWrite(
    async (client_title: string) =>
      (await api(endpoints.updateSession, { params: { id }, body: { client_title } })).session,
    (client, session) => client.setQueryData(sessionKeys.session(id), session),
  );
}

export function useChangeSessionPasscode(id: number) {
  return useWrite(
    async (passcode: string | null) =>
      (await api(endpoints.changeSessionPasscode, { params: { id }, body: { passcode } })).session,
    (client, session) => client.setQueryData(sessionKeys.session(id), session),
  );
}

export function useDeleteSession(id: number) {
  return useWrite(
    (deleteForms: boolean) => api(endpoints.deleteSession, { params: { id }, body: { deleteForms } }),
    (client) => {
      client.removeQueries({ queryKey: sessionKeys.session(id) });
      return refreshSession(client);
    },
  );
}

/** The advisor's signing URL; the first request creates the envelope. */
export function useOpenEnvelope() {
  return useMutation({
    mutationFn: async (submissionId: number) =>
      (await api(openEnvelope, { params: { id: String(submissionId) }, query: { signer: 'advisor' } }))
        .embedded_url,
  });
}
