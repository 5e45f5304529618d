import {
  DEFAULT_EXPIRATION_DAYS,
  MAX_EXPIRATION_DAYS,
  MIN_EXPIRATION_DAYS,
} from '@ledgerline/contract/rules';
import { NativeSelect, Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { LoadAlert } from '../../components/ui/load-alert.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useGlobalSettings, useUpdateGlobalSettings } from './api.ts';

/** How long a form link lasts unless something else is asked for (0§5). */
export function GlobalFormSettingsDialog({ opened, onClose }: Openable) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Global Form Settings" size="sm">
      <Body onClose={onClose} />
    </GuardedModal>
  );
}

const DAYS = Array.from(
  { length: MAX_EXPIRATION_DAYS - MIN_EXPIRATION_DAYS + 1 },
  (_, place) => place + MIN_EXPIRATION_DAYS,
).map((days) => ({ value: String(days), label: `${days} ${days === 1 ? 'day' : 'days'}` }));

function Body({ onClose }: { onClose: () => void }) {
  const settings = useGlobalSettings(true);
  useEffect(() => {
    if (settings.error) console.error('the global form settings were not loaded', settings.error);
  }, [settings.error]);
  const [isRetrying, setRetrying] = useState(false);
  async function retry() {
    // The form starts from what comes, so it begins anew.
    setRetrying(true);
    await settings.refetch();
    setRetrying(false);
  }
  if (settings.isFetching || isRetrying)
    return <Skeleton height={112} role="status" aria-label="Loading settings" />;
  const days = settings.data?.default_form_expiration_days ?? DEFAULT_EXPIRATION_DAYS;
  return (
    <Stack gap="md">
      {settings.isError && (
        <LoadAlert
          text={`The settings could not be loaded. The ${DEFAULT_EXPIRATION_DAYS} days shown are the default, not what is stored.`}
          onRetry={() => void retry()}
        />
      )}
      <SettingsForm stored={days} onClose={onClose} />
    </Stack>
  );
}

function SettingsForm({ stored, onClose }: { stored: number; onClose: () => void }) {
  const save = useUpdateGlobalSettings();
  const editing = useEditing({
    start: { days: String(stored) },
    send: ({ days }) => save.mutateAsync({ default_form_expiration_days: Number(days) }),
    told: 'Settings saved.',
    onDone: onClose,
    failed: 'Failed to save settings. Please try again.',
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <NativeSelect
        label="Default form expiration"
        description="How long a new form link works unless another time is chosen for it."
        data={DAYS}
        {...editing.form.getInputProps('days')}
        data-autofocus
      />
    </DialogForm>
  );
}
