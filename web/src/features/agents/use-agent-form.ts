import {
  type Agent,
  createAgentSchema,
  EMAIL_TAKEN,
  SIMPLE_EMAIL,
  updateAgentSchema,
} from '@ledgerline/contract/agents/endpoints';
import { agentSaveErrorMessage, EMAIL_CHECK_DEBOUNCE_MS } from '@ledgerline/contract/rules';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ApiError } from '../../lib/http.ts';
import { useEmailAvailable } from './api.ts';

const FIX_ERRORS = 'Please fix the validation errors before submitting.';

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  username: '',
  password: '',
  is_advisor: false,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
};
export type AgentFormValues = typeof EMPTY;
export type AgentFormState = UseFormReturnType<AgentFormValues>;

/** The form behind create and edit: its values, what is wrong with them, and the text over a save that failed. */
export function useAgentForm(agent: Agent | null) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<AgentFormValues>({
    initialValues: agent ? valuesOf(agent) : EMPTY,
    validate: (values) => errorsOf(values, agent === null),
    validateInputOnBlur: true,
  });
  const isTaken = useEmailTaken(form.values.email, agent);
  return {
    form,
    failure,
    emailError: isTaken ? EMAIL_TAKEN : null,
    /** Calls `save` when nothing is wrong; a failed save is told in words and beside its fields. */
    async submit(save: (values: AgentFormValues) => Promise<unknown>): Promise<boolean> {
      if (form.validate().hasErrors || isTaken) {
        setFailure(FIX_ERRORS);
        return false;
      }
      setFailure(null);
      try {
        await save(form.getValues());
        return true;
      } catch (error) {
        setFailure(failureText(error));
        if (error instanceof ApiError) form.setErrors(fieldErrors(error));
        return false;
      }
    },
  };
}

export function valuesOf(agent: Agent): AgentFormValues {
  const { first_name, last_name, email, username } = agent;
  const { is_advisor, is_owner, is_developer, has_all_staff_access } = agent;
  return {
    first_name,
    last_name,
    email,
    username,
    password: '',
    is_advisor,
    is_owner,
    is_developer,
    has_all_staff_access,
  };
}

/** Another agent's address, asked 500 ms after the last key; not for a new agent (1§5). */
function useEmailTaken(typed: string, agent: Agent | null): boolean {
  const email = typed.trim();
  const [settled] = useDebouncedValue(email, EMAIL_CHECK_DEBOUNCE_MS);
  const enabled = agent !== null && settled !== agent.email && SIMPLE_EMAIL.test(settled);
  const { data: isAvailable } = useEmailAvailable(settled, { excludeId: agent?.id, enabled });
  return enabled && settled === email && isAvailable === false;
}

function errorsOf(values: AgentFormValues, isNew: boolean): Record<string, string> {
  const { password, ...fields } = values;
  const result = isNew ? createAgentSchema.safeParse(values) : updateAgentSchema.safeParse(fields);
  const errors: Record<string, string> = isNew && password === '' ? { password: 'Password is required' } : {};
  for (const { path, message } of result.error?.issues ?? []) errors[String(path[0])] ??= message;
  return errors;
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return agentSaveErrorMessage({ status: null });
  return agentSaveErrorMessage({ status: error.status, server_message: error.serverMessage });
}

function fieldErrors(error: ApiError): Record<string, string> {
  const fromFields = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
  return error.serverMessage === EMAIL_TAKEN ? { email: EMAIL_TAKEN, ...fromFields } : fromFields;
}
