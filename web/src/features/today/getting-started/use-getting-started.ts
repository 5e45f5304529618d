import { notifySuccess } from '../../../components/ui/notify.ts';
import { useGettingStartedQuery, useUpdateGettingStarted } from '../api.ts';

/** The owner's getting started list; not requested for other agents. */
export function useGettingStarted(isOwner: boolean) {
  const query = useGettingStartedQuery(isOwner);
  const update = useUpdateGettingStarted();
  const { missing = [], is_dismissed = false } = query.data ?? {};
  const dismiss = () =>
    update.mutate(true, {
      onSuccess: () => {
        notifySuccess('You can show the list again from the menu at the top.');
        // The focused button is gone.
        document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
      },
    });
  const show = () => update.mutate(false);
  return {
    query,
    missing,
    isShown: missing.length > 0 && !is_dismissed,
    canShow: missing.length > 0 && is_dismissed,
    dismiss,
    show,
    /** Why dismissing or restoring failed, and its retry. */
    failure: update.isError ? { text: update.error.message, retry: update.variables ? dismiss : show } : null,
    isSaving: update.isPending,
  };
}

export type GettingStartedList = ReturnType<typeof useGettingStarted>;
