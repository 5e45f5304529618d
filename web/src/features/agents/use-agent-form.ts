import {
  type Agent,
  createAgentSchema,
  EMAIL_TAKEN,
  updateAgentSchema,
} from '@ledgerline/contract/agents/endpoints';
import {
  agentSaveErrorMessage,
  cleanEmail,
  EMAIL_CHECK_DEBOUNCE_MS,
  flagsOf,
  NO_FLAGS,
} from '@ledgerline/contract/rules';
import { type FormErrors, schemaResolver } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { FORM_ERROR_KEY, fieldErrors, useEditing } from '../../domain/editing/use-editing.ts';
import { ApiError, errorMessageOf } from '../../lib/api-error.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useEmailAvailable } from './api.ts';

const FIX_ERRORS = 'Please fix the validation errors before submitting.';

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  username: '',
  password: '',
  /** A new agent sets the password through an emailed link. */
  invite: false,
  ...NO_FLAGS,
};
export type AgentFormValues = typeof EMPTY;

interface Saved {
  message?: string | undefined;
  data: Agent;
}

interface AgentFormOptions {
  send: (values: AgentFormValues) => Promise<Saved>;
  successMessage: string | ((saved: Saved, values: AgentFormValues) => string);
  onDone: (saved: Agent) => void;
}

/** State of the create (null) and edit forms: values, validation errors and the message for a failed save. */
export function useAgentForm(agent: Agent | null, { send, successMessage, onDone }: AgentFormOptions) {
  const { sso } = usePublicSettings();
  const editing = useEditing({
    // Without passwords there is nothing to set. An email tells the agent where to sign in.
    start: agent ? valuesOf(agent) : { ...EMPTY, invite: sso?.only === true },
    check: (values) => {
      const errors = errorsOf(values, agent === null);
      if (isTaken) errors.email ??= EMAIL_TAKEN;
      return Object.keys(errors).length > 0 ? { ...errors, [FORM_ERROR_KEY]: FIX_ERRORS } : errors;
    },
    checksOnBlur: true,
    send,
    successMessage,
    onDone: ({ data }) => onDone(data),
    failed: failureText,
    toFieldErrors: rejectedFields,
  });
  const isTaken = useEmailTaken(editing.form.values.email, agent);
  return { ...editing, emailError: isTaken ? EMAIL_TAKEN : null };
}

export function valuesOf(agent: Agent): AgentFormValues {
  const { first_name, last_name, email, username } = agent;
  return { first_name, last_name, email, username, password: '', invite: false, ...flagsOf(agent) };
}

/** Checks an existing agent's address 500 ms after the last keystroke; not used for a new agent (1§5). */
function useEmailTaken(typed: string, agent: Agent | null): boolean {
  const email = cleanEmail(typed) ?? '';
  const [settled] = useDebouncedValue(email, EMAIL_CHECK_DEBOUNCE_MS);
  const enabled = agent !== null && settled !== agent.email && settled !== '';
  const { data: isAvailable } = useEmailAvailable(settled, { excludeId: agent?.id, enabled });
  return enabled && settled === email && isAvailable === false;
}

function errorsOf({ invite, ...values }: AgentFormValues, isNew: boolean): FormErrors {
  if (!isNew) return schemaResolver(updateAgentSchema, { sync: true })(values);
  const { password: _, ...fields } = values;
  const errors = schemaResolver(createAgentSchema, { sync: true })(invite ? { ...fields, invite } : values);
  return !invite && values.password === '' ? { ...errors, password: 'Password is required' } : errors;
}

function failureText(error: Error): string {
  const status = error instanceof ApiError ? error.status : null;
  return agentSaveErrorMessage({ status, server_message: errorMessageOf(error) });
}

function rejectedFields(error: Error): FormErrors {
  return { ...(errorMessageOf(error) === EMAIL_TAKEN ? { email: EMAIL_TAKEN } : {}), ...fieldErrors(error) };
}
