import { notifySuccess } from '../../../components/ui/notify.ts';
import { useGettingStartedQuery, useUpdateGettingStarted } from '../api.ts';

/** The list of an owner's first day; nobody else is asked for it. */
export function useGettingStarted(isOwner: boolean) {
  const query = useGettingStartedQuery(isOwner);
  const update = useUpdateGettingStarted();
  const { missing = [], is_dismissed = false } = query.data ?? {};
  const dismiss = () =>
    update.mutate(true, {
      onSuccess: () => {
        notifySuccess('The menu at the top brings the list back.');
        // The button that was pressed is gone.
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
    /** Why the list was not dismissed or brought back, and what tries it again. */
    failure: update.isError ? { text: update.error.message, retry: update.variables ? dismiss : show } : null,
    isSaving: update.isPending,
  };
}

export type GettingStartedList = ReturnType<typeof useGettingStarted>;
