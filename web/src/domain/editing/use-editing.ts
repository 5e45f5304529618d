import { type FormErrors, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { notifySuccess } from '../../components/ui/notify.ts';
import { wrongFields } from '../../lib/api-error.ts';

export interface EditingOptions<Values, Reply> {
  /** Initial values of the fields. */
  start: Values;
  /** Errors by field: in the screen's own words, or from a contract schema (Mantine's `schemaResolver`). */
  check?: (values: Values) => FormErrors;
  /** Also validates each field on blur. */
  checksOnBlur?: boolean;
  /** Nothing is sent when this returns true: a confirmation comes first, or there is nothing to send. */
  shouldSkip?: (values: Values) => boolean;
  /** An asynchronous check: nothing is sent when it resolves to false. */
  mayBeSent?: (values: Values) => Promise<boolean>;
  /** `before` is what the form was filled from or last saved, for forms that send only what was changed. */
  send: (values: Values, before: Values) => Promise<Reply>;
  /** The success toast, shown even when the form was closed meanwhile. */
  successMessage?: string | ((reply: Reply, values: Values) => string | null);
  /** Runs on success while the form is still mounted. */
  onDone?: (reply: Reply, values: Values) => void;
  /** Message of a failed request: the error's own text by default, null when the form shows it elsewhere. */
  failed?: string | null | ((error: Error) => string | null);
  /** Maps the error to fields: the server's validation errors by default. */
  toFieldErrors?: (error: Error, values: Values) => FormErrors;
  /** Log message for the error. */
  logText?: string;
}

const NOT_SENT = Symbol('not sent');

/** Key of form-level errors among the errors by field. */
export const FORM_ERROR_KEY = 'form';

/**
 * The one form hook: values and validation, single submission, server errors at their fields, focus on the first
 * invalid field. Input is kept whatever happens to the request.
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
  const before = useRef(start);
  const saving = useMutation({
    mutationFn: async (values: Values) =>
      (await options.mayBeSent?.(values)) === false ? NOT_SENT : send(values, before.current),
    onError: (error) => console.error(options.logText ?? 'the input could not be saved', error),
    onSuccess: (reply, values) => {
      if (reply === NOT_SENT) return;
      before.current = values;
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
        if (reply === NOT_SENT) return showSubmit(element);
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
    /** Sets several values at once and clears the message of the last attempt. */
    change(changes: Partial<Values>) {
      form.setValues(changes);
      if (saving.isError) saving.reset();
    },
    submit: form.onSubmit(startSaving, (errors, _, event) => mark(errors, event?.currentTarget)),
    isDirty: form.isDirty(),
    /** Like `isDirty`, but includes input that has not rendered yet. */
    hasChanges: () => form.isDirty(),
    isSaving: saving.isPending,
    failure: form.errors[FORM_ERROR_KEY] ?? failure,
    error,
  };
}

/** What the form's frame needs. */
export type EditingState = Omit<ReturnType<typeof useEditing>, 'form' | 'change'>;

/** Server validation errors, by field. */
export function fieldErrors(error: Error, toMessage = (message: string) => message): FormErrors {
  return Object.fromEntries(wrongFields(error).map(({ path, message }) => [path, toMessage(message)]));
}

/** Scrolls to the button, which an error above it may push off a small screen. */
function showSubmit(form: HTMLElement | undefined): void {
  setTimeout(() => form?.querySelector('[type="submit"]')?.scrollIntoView?.({ block: 'nearest' }));
}

function focusFirstWrong(element: HTMLElement | undefined): void {
  const wrong = element?.querySelector<HTMLElement>(
    '[aria-invalid="true"], [data-wrong="true"] input, [data-wrong][tabindex]',
  );
  wrong?.focus({ preventScroll: true });
  // Not at the edge, where a dialog's header and footer cover it.
  wrong?.scrollIntoView({ block: 'center' });
}
