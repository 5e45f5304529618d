import { isBlank } from './blank.ts';

type Text = string | null | undefined;

/** The fallback of the generic formatted error (0§8). */
export const UNEXPECTED_ERROR = 'An unexpected error occurred';

/** The alert after a failed link of a form to a client, by HTTP status (0§8). */
export function linkFormErrorMessage({ status }: { status: number | null | undefined }): string {
  switch (status) {
    case 400:
      return 'Invalid request. Please check the form data and try again.';
    case 403:
      return 'Access denied. You do not have permission to perform this action.';
    case 404:
      return 'Form or client not found. Please refresh and try again.';
    default:
      return 'Failed to link form to client. Please try again.';
  }
}

/** What is missing before a form can be linked to a client; null when nothing is (0§8). */
export function linkFormInputError(input: {
  form_id: number | string | null | undefined;
  client_id: number | string | null | undefined;
}): string | null {
  if (isBlank(input.form_id)) return 'Form data is incomplete. Please refresh and try again.';
  return isBlank(input.client_id) ? 'Client ID is missing. Please try again.' : null;
}

/** The text after a failed save of an agent: the server's, else by HTTP status (1§8). */
export function agentSaveErrorMessage(input: {
  status: number | null | undefined;
  server_message?: Text;
}): string {
  if (!isBlank(input.server_message)) return String(input.server_message);
  if (input.status === 400) return 'Invalid data provided. Please check your input.';
  if (input.status === 500) return 'Server error. Please try again later.';
  return 'Failed to save changes. Please try again.';
}

/** The server's message, else the client library's, else a fixed text; other values are passed through (0§8, decisions M9). */
export function formattedError(error: {
  server_message?: Text;
  library_message?: Text;
  status?: number;
  code?: string;
  details?: unknown;
}): { message: string; status?: number; code?: string; details?: unknown } {
  const { server_message, library_message, status, code, details } = error;
  const message = [server_message, library_message].find((text) => !isBlank(text)) ?? UNEXPECTED_ERROR;
  return { message, status, code, details };
}

/** The text of a failed sign-in: from the server's response, or from an error thrown before there was one (0§5, decisions B1, F19). */
export function loginErrorMessage(input: { server_message?: Text; thrown?: boolean }): string {
  if (!isBlank(input.server_message)) return String(input.server_message);
  return input.thrown === true ? 'Invalid username or password' : 'Login failed.';
}

/** The text of a 409 when adding a form (0§8, decisions F20). */
export function duplicateFormMessage({ server_message }: { server_message?: Text }): string {
  const start = 'Cannot create duplicate form';
  return isBlank(server_message) ? start : `${start}: ${server_message}`;
}

/** The text of a completed template sync; '(s)' is literal (0§8, decisions F18). */
export function templatesSyncedMessage(input: { count: number; newPreviewDocuments: number }): string {
  return `Successfully synced ${input.count} template(s), ${input.newPreviewDocuments} with preview documents`;
}

/** The text of a failed pause, resume or cancel: the server's, else with the status text or code (1§8, decisions L11). */
export function recurringActionErrorMessage(input: {
  action: 'pause' | 'resume' | 'cancel';
  server_message?: Text;
  status_text?: Text;
  status: number;
}): string {
  if (!isBlank(input.server_message)) return String(input.server_message);
  return `Failed to ${input.action} recurring payment: ${statusLabel(input)}`;
}

/** The text of a failed fetch of the schedules or of the upcoming ones (1§8, decisions L11). */
export function recurringFetchErrorMessage(input: {
  upcoming: boolean;
  status_text?: Text;
  status: number;
}): string {
  const list = input.upcoming ? 'upcoming recurring payments' : 'recurring payments';
  return `Failed to fetch ${list}: ${statusLabel(input)}`;
}

function statusLabel(answer: { status_text?: Text; status: number }): string {
  return isBlank(answer.status_text) ? String(answer.status) : String(answer.status_text);
}
