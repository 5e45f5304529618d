import type { Endpoint } from '@ledgerline/contract/endpoint';
import { MARK, type World } from './access-scope-world.ts';
import { fileInput } from './imports.ts';
import type { CallInput } from './test-app.ts';

export type Input = CallInput<Endpoint> & { params?: unknown; query?: unknown; body?: unknown };
export type BuildInput = (theirs: World, mine: World) => Input;
type Kind = keyof World;

const byId =
  (kind: Kind, body?: BuildInput): BuildInput =>
  (theirs, mine) => ({ params: { id: theirs[kind] }, ...body?.(theirs, mine) });
const sending =
  (body: object): BuildInput =>
  () =>
    ({ body }) as Input;
const file = (): Input => fileInput('%PDF-1.4\n%%EOF\n', 'a.pdf') as Input;

/** Calls that name a record of the other agent, in an order in which each still finds it. */
export const NAMED_CALLS: [string, BuildInput][] = [
  ['getClient', byId('client')],
  ['getRelatedData', byId('client')],
  ['listClientHistory', byId('client')],
  ['recordClientOpened', byId('client')],
  ['listClientDocuments', byId('client')],
  ['listClientSessions', byId('client')],
  ['listClientSubmissions', byId('client')],
  ['listClientEmails', byId('client')],
  ['listClientTimeline', byId('client')],
  ['listClientPolicies', byId('client')],
  ['listClientCommissions', byId('client')],
  ['listHousehold', byId('client')],
  ['linkClient', byId('client', (_, mine) => ({ body: { client_id: mine.client, relation: 'spouse' } }))],
  [
    'linkClient',
    (w, mine) => ({ params: { id: mine.client }, body: { client_id: w.client, relation: 'child' } }),
  ],
  ['unlinkClient', (w, mine) => ({ params: { id: w.client, clientId: mine.client } })],
  ['createPolicy', byId('client', sending({ line: 'life', carrier: 'Mine' }))],
  ['findSameNumber', (w) => ({ body: { carrier: 'Oscar', policy_id: w.policy } })],
  ['listClientLinks', (w) => ({ params: { clientId: w.client } })],
  ['exportClient', byId('client', sending({}))],
  ...(['follow_up', 'card_expires'] as const).flatMap((kind): [string, BuildInput][] =>
    ['snoozeItem', 'wakeItem', 'reassignItem', 'undoReassignItem'].map((name): [string, BuildInput] => [
      name,
      (w) => ({ body: lineOf(name, kind, w.client, kind === 'follow_up' ? '2026-11-23' : '2026-11-30') }),
    ]),
  ),
  ...['reassignItem', 'undoReassignItem'].map((name): [string, BuildInput] => [
    name,
    (w) => ({ body: lineOf(name, 'task', w.task, '2026-11-20') }),
  ]),
  ['revealClientField', byId('client', sending({ field: 'ssn' }))],
  ['updateClient', byId('client', sending({ city_of_birth: 'Lyon' }))],
  ['restoreClientValue', (w) => ({ params: { id: w.client, changeId: w.change } })],
  ['logCall', byId('client', sending({ kind: 'call', outcome: 'left_message', text: 'x' }))],
  ['uploadDocuments', (w) => ({ ...file(), params: { clientId: w.client } })],
  ['createSession', (w) => ({ body: { client_id: w.client, session_type: 'Mine' } })],
  ['createClientLink', (w) => ({ body: { formId: 'personal-info', clientId: w.client } })],
  [
    'createClientLink',
    (w) => ({ body: { formId: 'personal-info', clientId: w.client, sessionFormId: w.filled } }),
  ],
  ['createSubmission', (w) => ({ body: { client_id: w.client, form_id: w.template } })],
  ['createSubmission', (w) => ({ body: { session_id: w.session, form_id: w.template } })],
  ['createTask', (w) => ({ body: { title: 'Mine', client_id: w.client, due_day: '2026-12-01' } })],
  ['createInvoice', (w) => ({ body: { title: 'Mine', customer_id: w.client, square_account: 'BFS' } })],
  ['updateTask', (w, mine) => ({ params: { id: mine.task }, body: { client_id: w.client } })],
  ['updateSubmission', (w, mine) => ({ params: { id: mine.form }, body: { client_id: w.client } })],
  ['updateSubmission', (w, mine) => ({ params: { id: mine.form }, body: { session_id: w.session } })],
  ['updateInvoice', (w, mine) => ({ params: { id: mine.invoice }, body: { customer_id: w.client } })],
  ['saveLedgerCells', (w) => ({ body: { cells: [{ id: w.client, field: 'height', value: '180' }] } })],
  ['saveLedgerCells', (w) => ({ body: { restore: [{ id: w.client, field: 'ssn' }] } })],
  ['saveLedgerCells', (w) => ({ body: { remove: [w.client] } })],
  ['getSession', byId('session')],
  ['getSessionDetails', byId('session')],
  ['getSessionStatus', byId('session')],
  ['getSessionPaymentData', byId('session')],
  ['listSessionSubmissions', byId('session')],
  ['draftSessionInvoice', byId('session')],
  ['updateSession', byId('session', sending({ notes: 'x' }))],
  ['changeSessionPasscode', byId('session', sending({ passcode: '1234' }))],
  ['generateSessionToken', byId('session', sending({}))],
  ['emailLink', (w) => ({ body: { session_id: w.session } })],
  ['emailLink', (w) => ({ body: { session_form_id: w.form } })],
  ...(['link', 'form', 'session', 'invoice'] as const).flatMap((of): [string, BuildInput][] => [
    ['getReminders', (w) => ({ params: { of, id: of === 'invoice' ? w.sent : w[of] } })],
  ]),
  ...['pauseReminders', 'resumeReminders', 'sendReminder', 'stopReminders'].map(
    (name): [string, BuildInput] => [name, (w) => ({ params: { of: 'link', id: w.link } })],
  ),
  ['getSubmission', byId('filled')],
  ['getCompleteSubmission', byId('filled')],
  ['getSubmissionDocument', byId('sealed')],
  ['downloadSubmission', byId('sealed')],
  ['readSubmissionPdf', byId('filled')],
  ['readSubmission', byId('filled')],
  ['revealSubmissionField', byId('filled', sending({ field: 'ssn' }))],
  ['listAnswerDifferences', byId('filled')],
  [
    'updateAnswerDifferences',
    (w) => ({ params: { id: w.filled }, body: { client_id: w.client, is_dismissed: true } }),
  ],
  [
    'applyAnswers',
    (w) => ({
      params: { id: w.filled },
      body: {
        client_id: w.client,
        fields: ['address'],
        compared: [{ field: 'address', client_value: null, form_value: null }],
      },
    }),
  ],
  ['createDocumentRequest', (w) => ({ body: { client_id: w.client, documents: [{ name: 'Photo ID' }] } })],
  ['listRequestedDocuments', byId('requested')],
  ['reviewRequestedDocuments', byId('requested', sending({ decisions: [{ id: 1, decision: 'accept' }] }))],
  ['backgroundSync', byId('sealed')],
  ['refreshSubmissionStatus', byId('sealed')],
  ['refreshEnvelopeStatus', byId('sealed')],
  ['openEnvelope', byId('form')],
  ['openEnvelope', (w) => ({ params: { id: w.envelope } })],
  ['listEnvelopeDocuments', (w) => ({ params: { envelopeId: w.envelope } })],
  ['getEnvelopeDocument', (w) => ({ params: { envelopeId: w.envelope, documentId: 'combined' } })],
  ['voidEnvelope', byId('sealed', sending({ reason: 'x' }))],
  ['attachSubmissionDocument', (w) => ({ ...file(), params: { id: w.form } })],
  ['updateSubmission', byId('form', sending({ notes: 'x' }))],
  ['unlinkSubmissionFromSession', byId('form')],
  ['getDocument', byId('document')],
  ['updateDocument', byId('document', sending({ notes: 'x' }))],
  ['getInvoice', byId('sent')],
  ['getInvoicePdf', byId('sent')],
  ['listInvoiceTransactions', byId('sent')],
  ['refreshInvoice', byId('sent')],
  ['generateInvoiceLink', byId('sent')],
  ['sendInvoice', byId('sent')],
  [
    'recordPayment',
    byId('sent', sending({ amount_cents: 100, payment_method: 'cash', paid_on: '2026-11-20' })),
  ],
  ['refundPayment', byId('payment', sending({ amount_cents: 100, refunded_on: '2026-11-20' }))],
  ['reopenBalance', byId('sent')],
  ['updateInvoice', byId('invoice', sending({ title: 'x' }))],
  ['pauseRecurringPayment', byId('schedule')],
  ['resumeRecurringPayment', byId('schedule')],
  ['cancelRecurringPayment', byId('schedule')],
  ['finishTask', byId('task')],
  ['reopenTask', byId('task')],
  ['updateTask', byId('task', sending({ title: 'x' }))],
  ['updateCall', byId('call', sending({ kind: 'call', outcome: 'left_message', text: 'y' }))],
  ['updatePolicy', byId('policy', sending({ carrier: 'x' }))],
  ['updateRenewal', byId('policy', sending({ renewal_status: 'in_progress' }))],
  ['revealPolicyNumber', byId('policy', sending({}))],
  ['getCommissionStatement', byId('statement')],
  ['exportCommissionDifferences', byId('statement')],
  ['updateDuplicatePair', byId('pair', sending({ is_dismissed: true }))],
  ['getImport', byId('imported')],
  ['listImportRows', byId('imported')],
  ['downloadImportOutcome', byId('imported')],
  ['setImportLayout', byId('imported', sending({ sheet: 0, header_row: 1 }))],
  ['checkImport', byId('imported', sending({ mapping: ['client_first_name', null, null] }))],
  ['confirmImportRow', byId('imported', sending({ row_number: 2, confirmed: true }))],
  ['createOperation', (w) => ({ body: bulkEdit(w.client) })],
  ['createOperation', (w) => ({ body: bulkVoid(w.sent) })],
  ['getOperation', byId('operation')],
  ['listOperationItems', byId('operation')],
  ['downloadOperation', byId('operation')],
  ['runOperation', byId('operation')],
  ['stopOperation', byId('operation')],
  ['undoOperation', byId('operation')],
  ['deleteOperation', byId('operation')],
  ['runImport', byId('imported')],
  ['revertImport', byId('imported')],
  ['deleteImport', byId('imported')],
  ['previewMerge', (w, mine) => ({ query: { ids: `${w.client},${mine.client}` } })],
  ['mergeClients', (w, mine) => ({ body: { into: mine.client, others: [w.client], seen: {} } })],
  ['mergeClients', (w, mine) => ({ body: { into: w.client, others: [mine.client], seen: {} } })],
  ['undoMerge', byId('merge')],
  ['undoCreateTask', byId('task', sending({ follow_up_was: null }))],
  ['deleteTask', byId('task')],
  ['deleteCall', byId('call')],
  ['deletePolicy', byId('policy')],
  ['deleteDocument', byId('document', sending({}))],
  ['removeSubmissionDocument', byId('sealed')],
  ['voidInvoice', byId('sent')],
  ['deleteInvoice', byId('invoice')],
  ['deleteSubmission', byId('form', sending({}))],
  ['unlinkSubmissionFromClient', byId('filled')],
  ['deleteSession', byId('session', sending({}))],
  ['deleteClient', byId('client')],
];

const bulkEdit = (client: number) => ({
  action: { kind: 'set_field', params: { field: 'name_of_employer', value: 'Mine' } },
  selection: { ids: [client] },
});

function lineOf(name: string, kind: string, id: number, due_day: string): object {
  const line = { kind, id, due_day };
  if (name === 'snoozeItem' || name === 'wakeItem') return { ...line, until: '2026-11-29' };
  return { ...line, owner_agent_id: null, ...(name === 'undoReassignItem' ? { previous: null } : {}) };
}

/** Lists, counts and searches that contain records of the other agent's client while everyone may see them. */
export const LIST_CALLS: [string, BuildInput][] = [
  ['listClients', () => ({})],
  ['listClients', (w) => ({ query: { owner: w.agent } })],
  ['listClients', () => ({ query: { q: MARK.toLowerCase(), sort: 'primary_email' } })],
  ['searchClients', () => ({ query: { q: MARK } })],
  ['searchClients', () => ({ query: { email: `${MARK}@example.test` } })],
  ['searchClients', () => ({ query: { phone: '305-555-7171' } })],
  ['findDuplicates', () => ({ query: { phone: '305-555-7171' } })],
  ['findDuplicates', () => ({ query: { email: `${MARK}@example.test`, first_name: MARK, last_name: MARK } })],
  ['listMerges', () => ({})],
  ['listDuplicatePairs', () => ({})],
  ['getLedgerIndex', () => ({})],
  ['getLedgerIndex', () => ({ query: { q: MARK, sort: 'address' } })],
  ['getLedgerRows', (w, mine) => ({ query: { ids: `${w.client},${mine.client}` } })],
  ['getLedgerRows', (w) => ({ query: { ids: String(w.client), fields: 'client_first_name' } })],
  ['exportLedger', () => ({ body: { columns: ['client_first_name', 'address'] } })],
  ['searchEverything', () => ({ query: { q: MARK } })],
  ['searchEverything', () => ({ query: { q: `${MARK}@example.test` } })],
  [
    'listRecents',
    (w) => ({
      query: { things: `client.${w.client},invoice.${w.sent},session.${w.session},submission.${w.form}` },
    }),
  ],
  ['listSubmissions', () => ({})],
  ['listSubmissions', () => ({ query: { q: MARK } })],
  ['listTemplateSubmissions', (w) => ({ params: { id: w.template } })],
  ['listInvoices', () => ({})],
  ['listInvoices', (w) => ({ query: { customer_id: w.client } })],
  ['listInvoices', (w) => ({ query: { session_id: w.session } })],
  ['listRecurringPayments', () => ({})],
  ['listRecurringPayments', (w) => ({ query: { customer_id: w.client } })],
  ['listUpcomingPayments', () => ({ query: { days: 60 } })],
  ['listPolicies', () => ({})],
  ['listPolicies', () => ({ query: { q: MARK, renewals: 'open' } })],
  ['listColumnPlans', () => ({})],
  ['exportInvoices', () => ({ body: {} })],
  ['exportInvoices', (w) => ({ body: { ids: [w.sent] } })],
  ['exportPolicies', () => ({ body: {} })],
  ['findSameNumber', () => ({ body: { carrier: `${MARK} Mutual`, policy_number: `${MARK}-1234` } })],
  ['listTasks', () => ({})],
  ['listTasks', (w) => ({ query: { client_id: w.client } })],
  ['listToday', () => ({ query: { limit: 200 } })],
  ['getReport', () => ({ params: { name: 'policies' } })],
  ['getReport', () => ({ params: { name: 'forms' } })],
  ['listReportRows', () => ({ query: { list: 'payments' } })],
  ['listReportRows', () => ({ query: { list: 'tasks' } })],
  ['listImports', () => ({})],
  ['listOperations', () => ({})],
];

/** Same response for an existing and a missing client. */
export const SAME_RESPONSE: ReadonlySet<string> = new Set(['recordClientOpened']);

/** Data of the calling agent, of the brokerage, or without a client: still checked for marks where it reads. */
export const WITHOUT_CLIENT_DATA: ReadonlySet<string> = new Set(
  `changeAgentPassword checkAgentEmail createAgent deleteAgent getAgent listAgentNames listAgents updateAgent signOut
   getEmailState sendEmailLink cancelEmailChange getInvitation sendInvitation withdrawInvitation startPasskeyReauthentication getReauthenticationMethods reauthenticate startSsoReauthentication getIdentity addPasskey confirmApp getTwoFactorMethods
   getAgentContact updateAgentContact getSavedSignature saveSavedSignature removeSavedSignature
   removeApp removePasskey renewRecoveryCodes startApp startPasskey createBundle deleteBundle listBundles updateBundle
   createCalendarFeed deleteCalendarFeed getCalendarFeed createClient listLibrary uploadToLibrary createFolder
   deleteFolder listFolders renameFolder sortFolders uploadImport importColumnPlans createLineItemTemplate deleteLineItemTemplate
   listLineItemTemplates countNotifications countToday getInvoiceTotals listCommissionStatements getNotificationChoices listNotifications readNotification readNotifications updateNotificationChoices
   listParkedEvents listProviders createPublicLink getGlobalSettings updateGlobalSettings endOtherSignIns endSignIn
   listSignIns listRememberedDevices removeRememberedDevice removeRememberedDevices recordActivity getStatus createTemplate deleteTemplateDocument getTemplate listTemplateDocuments
   listTemplates archiveTemplate restoreTemplate archiveLibraryFile restoreLibraryFile sortTemplates syncTemplates getTemplateSync updateTemplate uploadTemplateDocuments getNeedToKnow scanDuplicates listTeams replayAllEvents
   replayEvent openLive listSavedViews createSavedView updateSavedView deleteSavedView listDeletedSavedViews restoreSavedView arrangeSavedViews`.split(
    /\s+/,
  ),
);

const bulkVoid = (invoice: number) => ({
  action: { kind: 'void_invoice', params: {} },
  selection: { ids: [invoice] },
});
