import { type FormErrors, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { notifySuccess } from '../../components/ui/notify.ts';
import { wrongFields } from '../../lib/api-error.ts';

export interface EditingOptions<Values, Reply> {
  /** What the fields begin with. */
  start: Values;
  /** What is wrong, by field: in the screen's own words, or by a schema of the contract (Mantine's `schemaResolver`). */
  check?: (values: Values) => FormErrors;
  /** Also while it is typed: a field that is left is checked at once. */
  checksOnBlur?: boolean;
  /** Nothing is sent where this is true: something is to be asked first, or there is nothing to send. */
  shouldSkip?: (values: Values) => boolean;
  send: (values: Values) => Promise<Reply>;
  /** The notice that it is done, also where the form was left meanwhile. */
  successMessage?: string | ((reply: Reply, values: Values) => string | null);
  /** It is done, and the form is still there. */
  onDone?: (reply: Reply, values: Values) => void;
  /** What is said of a call that failed: the error's own words unless given, null where the form says it elsewhere. */
  failed?: string | null | ((error: Error) => string | null);
  /** What is said of it beside the fields: what the server found wrong with each unless given. */
  toFieldErrors?: (error: Error, values: Values) => FormErrors;
  /** What the log says of it beside the error. */
  logText?: string;
}

/** The key of what is wrong with the form as a whole, among what is wrong by field. */
export const FORM_ERROR_KEY = 'form';

/**
 * The one way to edit: values and what is wrong with them, sending once, the server's refusal at its field, the first wrong
 * field in focus. What was typed stays whatever happens to the call.
 */
export function useEditing<Values extends object, Reply>(options: EditingOptions<Values, Reply>) {
  const {
    start,
    check,
    send,
    successMessage,
    onDone,
    failed,
    toFieldErrors = (error) => fieldErrors(error),
  } = options;
  const form = useForm<Values>({
    initialValues: start,
    validate: check ?? {},
    validateInputOnBlur: options.checksOnBlur ?? false,
  });
  const saving = useMutation({
    mutationFn: send,
    onError: (error) => console.error(options.logText ?? 'what was typed could not be saved', error),
    onSuccess: (reply, values) => {
      const message = typeof successMessage === 'function' ? successMessage(reply, values) : successMessage;
      if (message) notifySuccess(message);
    },
  });
  function mark(errors: FormErrors, element: HTMLElement | undefined) {
    flushSync(() => form.setErrors(errors));
    focusFirstWrong(element);
  }
  function startSaving(values: Values, event: SyntheticEvent<HTMLFormElement> | undefined) {
    if (saving.isPending || options.shouldSkip?.(values)) return;
    const element = event?.currentTarget;
    saving.mutate(values, {
      onSuccess: (reply) => {
        form.resetDirty(values);
        onDone?.(reply, values);
      },
      onError: (error) => {
        const isNamed = Object.keys(fieldErrors(error)).length > 0;
        mark(toFieldErrors(error, values), isNamed ? element : undefined);
      },
    });
  }
  const { error } = saving;
  const failure =
    error && (typeof failed === 'function' ? failed(error) : failed === undefined ? error.message : failed);
  return {
    form,
    /** Sets several values at once; what was said of the last attempt goes. */
    change(changes: Partial<Values>) {
      form.setValues(changes);
      if (saving.isError) saving.reset();
    },
    submit: form.onSubmit(startSaving, (errors, _, event) => mark(errors, event?.currentTarget)),
    isDirty: form.isDirty(),
    /** The same at the moment of the call, where what was typed last is not rendered yet. */
    hasChanges: () => form.isDirty(),
    isSaving: saving.isPending,
    failure: form.errors[FORM_ERROR_KEY] ?? failure,
    error,
  };
}

/** What a form's frame needs of it. */
export type EditingState = Omit<ReturnType<typeof useEditing>, 'form' | 'change'>;

/** What the server found wrong, by field. */
export function fieldErrors(error: Error, toMessage = (message: string) => message): FormErrors {
  return Object.fromEntries(wrongFields(error).map(({ path, message }) => [path, toMessage(message)]));
}

function focusFirstWrong(element: HTMLElement | undefined): void {
  const wrong = element?.querySelector<HTMLElement>(
    '[aria-invalid="true"], [data-wrong="true"] input, [data-wrong][tabindex]',
  );
  wrong?.focus({ preventScroll: true });
  // Not at the edge, where head and foot of a dialog lie over it.
  wrong?.scrollIntoView({ block: 'center' });
}
