import type { Passkey, TwoFactorMethods } from '@ledgerline/contract/auth/two-factor/endpoints';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { momentText } from '../../domain/days.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { useRemoveApp, useRemovePasskey, useRenewCodes, useTwoFactorMethods } from './api.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { RememberedDevices } from './remembered-devices.tsx';
import { SetUpAppDialog } from './set-up-app-dialog.tsx';
import styles from './two-factor-card.module.css';

/** The agent's own two-factor methods and recovery codes (decision 057). */
export function TwoFactorCard({ agentId }: { agentId: number }) {
  return (
    <SectionCard title="Two-factor authentication">
      <OwnTwoFactor devices={<RememberedDevices agentId={agentId} isOwn />} />
    </SectionCard>
  );
}

/** The same without the surrounding card. `devices` follow once a method is set up. */
export function OwnTwoFactor({ devices }: { devices?: ReactNode }) {
  const query = useTwoFactorMethods();
  return (
    <Loaded
      query={query}
      failed="Couldn’t load two-factor authentication."
      loading={<Skeleton height={120} role="status" aria-label="Loading two-factor authentication" />}
      isInCard
    >
      {(methods) => <Steps methods={methods} devices={devices} />}
    </Loaded>
  );
}

type Opened = 'app' | 'passkey' | 'remove-app' | 'codes' | null;

function Steps({ methods, devices }: { methods: TwoFactorMethods; devices: ReactNode }) {
  const { app, passkeys, recovery_codes_left, is_required } = methods;
  const [opened, setOpened] = useState<Opened>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setOpened(null);
  const hasAny = app !== null || passkeys.length > 0;
  const problem = methods.passkey_error ?? (canUsePasskeys() ? null : NO_PASSKEYS);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Protects your account even if someone gets your password.
        {is_required && ' Your brokerage requires it.'}
      </Text>
      {hasAny && (
        <ul className={`plain ${styles.steps}`}>
          {app && (
            <Step
              icon={<IconDeviceMobile size={18} aria-hidden />}
              name="Authenticator app"
              facts={factsOf(app)}
              onRemove={() => setOpened('remove-app')}
            />
          )}
          {passkeys.map((passkey) => (
            <Step
              key={passkey.id}
              icon={<IconFingerprint size={18} aria-hidden />}
              name={passkey.name}
              facts={`For ${passkey.host}. ${factsOf(passkey)}`}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      )}
      {hasAny && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c={recovery_codes_left < 3 ? 'red' : undefined}>
            {recovery_codes_left === 1 ? '1 recovery code' : `${recovery_codes_left} recovery codes`} left
          </Text>
          <Button variant="default" onClick={() => setOpened('codes')}>
            Create New Codes
          </Button>
        </Group>
      )}
      <Group gap="xs">
        <Button
          variant={hasAny ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={16} aria-hidden />}
          disabled={problem !== null}
          onClick={() => setOpened('passkey')}
        >
          Add a Passkey
        </Button>
        {!app && (
          <Button
            variant={hasAny || problem === null ? 'default' : 'filled'}
            leftSection={<IconDeviceMobile size={16} aria-hidden />}
            onClick={() => setOpened('app')}
          >
            Set Up an Authenticator App
          </Button>
        )}
      </Group>
      {problem !== null && (
        <Text size="sm" c="dimmed">
          {problem}
        </Text>
      )}
      {hasAny && devices}
      {opened === 'app' && <SetUpAppDialog onCodes={setCodes} onClose={close} />}
      {opened === 'passkey' && <AddPasskeyDialog onCodes={setCodes} onClose={close} />}
      {opened === 'remove-app' && <RemoveAppDialog onClose={close} />}
      {opened === 'codes' && <RenewCodesDialog onCodes={setCodes} onClose={close} />}
      {removed && <RemovePasskeyDialog passkey={removed} onClose={() => setRemoved(null)} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Stack>
  );
}

const NO_PASSKEYS =
  'You can’t add a passkey here. Passkeys need a supported browser and an HTTPS address with a host name.';

interface StepProps {
  icon: ReactNode;
  name: string;
  facts: string;
  onRemove: () => void;
}

function Step({ icon, name, facts, onRemove }: StepProps) {
  return (
    <li className={styles.step}>
      {icon}
      <div className={styles.words}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {facts}
        </Text>
      </div>
      <Button variant="subtle" color="red" size="compact-sm" onClick={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </li>
  );
}

function factsOf({ created_at, last_used_at }: Pick<Passkey, 'created_at' | 'last_used_at'>): string {
  const used = last_used_at === null ? 'not used yet' : `last used ${momentText(last_used_at)}`;
  return `Added ${momentText(created_at)}, ${used}.`;
}

function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRemovePasskey();
  return (
    <DangerDialog
      title="Remove this passkey?"
      message={`You can no longer sign in with “${passkey.name}”. Removing your last two-factor method also deletes your recovery codes.`}
      confirmLabel="Remove"
      action={remove}
      input={passkey.id}
      doneText="Passkey removed."
      onClose={onClose}
    />
  );
}

interface RenewCodesDialogProps {
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

function RenewCodesDialog({ onCodes, onClose }: RenewCodesDialogProps) {
  const renew = useRenewCodes();
  return (
    <ConfirmDialog
      opened
      title="Create new recovery codes?"
      message="Your current codes will stop working. The new codes are shown once."
      failure={renew.error?.message}
      confirmLabel="Create New Codes"
      danger
      busy={renew.isPending}
      onConfirm={() =>
        renew.mutate(undefined, {
          onSuccess: (codes) => {
            onClose();
            onCodes(codes);
          },
        })
      }
      onClose={onClose}
    />
  );
}

function RemoveAppDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveApp();
  return (
    <DangerDialog
      title="Remove the authenticator app?"
      message="You can no longer sign in with its codes. Removing your last two-factor method also deletes your recovery codes."
      confirmLabel="Remove"
      action={remove}
      input={undefined}
      doneText="Authenticator app removed."
      onClose={onClose}
    />
  );
}
