import {
  DEFAULT_EXPIRATION_DAYS,
  MAX_EXPIRATION_DAYS,
  MIN_EXPIRATION_DAYS,
} from '@ledgerline/contract/rules';
import { Alert, Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { type DialogGuard, GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { LoadAlert } from '../../components/ui/load-alert.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useGlobalSettings, useUpdateGlobalSettings } from './api.ts';

interface GlobalFormSettingsDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** How long a form link lasts unless something else is asked for (0§5). */
export function GlobalFormSettingsDialog({ opened, onClose }: GlobalFormSettingsDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Global Form Settings" size="sm">
      {(guard) => <Body guard={guard} onClose={onClose} />}
    </GuardedModal>
  );
}

const DAYS = Array.from(
  { length: MAX_EXPIRATION_DAYS - MIN_EXPIRATION_DAYS + 1 },
  (_, place) => place + MIN_EXPIRATION_DAYS,
).map((days) => ({ value: String(days), label: `${days} ${days === 1 ? 'day' : 'days'}` }));

function Body({ guard, onClose }: { guard: DialogGuard; onClose: () => void }) {
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
      <SettingsForm stored={days} guard={guard} onClose={onClose} />
    </Stack>
  );
}

function SettingsForm({
  stored,
  guard,
  onClose,
}: {
  stored: number;
  guard: DialogGuard;
  onClose: () => void;
}) {
  const [days, setDays] = useState(stored);
  const save = useUpdateGlobalSettings();
  function choose(chosen: number) {
    setDays(chosen);
    guard.setDirty(chosen !== stored);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(days, {
      onSuccess: () => {
        notifySuccess('Settings saved.');
        onClose();
      },
      onError: (error) => console.error('the global form settings were not saved', error),
    });
  }
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      <NativeSelect
        label="Default form expiration"
        description="How long a new form link works unless another time is chosen for it."
        data={DAYS}
        value={String(days)}
        onChange={(event) => choose(Number(event.currentTarget.value))}
        data-autofocus
      />
      {save.isError && (
        <Alert color="red" role="alert" py={10}>
          <Text size="sm">Failed to save settings. Please try again.</Text>
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={guard.requestClose} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}
