import type { SavedSignature } from '@ledgerline/contract/signing/signature';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { DangerDialog } from '../../../components/ui/danger-dialog.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { SectionCard } from '../../../components/ui/section-card.tsx';
import { momentText } from '../../../domain/days.ts';
import { useRemoveSignature, useSavedSignature } from '../api.ts';
import styles from './saved-signature.module.css';

const SaveSignatureDialog = lazy(async () => ({
  default: (await import('./save-signature-dialog.tsx')).SaveSignatureDialog,
}));

/** An advisor's own signature, to sign with in one click (decision 113). `name`: the name that is suggested first. */
export function SavedSignatureCard({ name }: { name: string }) {
  const query = useSavedSignature();
  return (
    <SectionCard title="Saved signature">
      <Loaded
        query={query}
        failed="Couldn’t load your saved signature."
        loading={<Skeleton height={100} role="status" aria-label="Loading your saved signature" />}
        isInCard
      >
        {(data) => <Signature {...data} name={name} />}
      </Loaded>
    </SectionCard>
  );
}

interface SignatureProps {
  signature: SavedSignature | null;
  is_offered: boolean;
  name: string;
}

function Signature({ signature, is_offered, name }: SignatureProps) {
  const [opened, setOpened] = useState<'save' | 'remove' | null>(null);
  const close = () => setOpened(null);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {is_offered
          ? 'Sign forms with one click. Only you can use the signature, and only on forms where you choose it.'
          : 'This portal’s forms are signed on the page of another e-signature provider, which does not use a signature saved here.'}
      </Text>
      {signature && (
        <figure className={styles.figure}>
          <img src={signature.image} alt={`Signature of ${signature.name}`} className={styles.image} />
          <Text component="figcaption" size="xs" c="dimmed" className="tabular">
            {signature.method === 'drawn' ? 'Drawn' : 'Typed'} as {signature.name}, saved{' '}
            {momentText(signature.saved_at)}.
          </Text>
        </figure>
      )}
      {(is_offered || signature) && (
        <Group gap="xs">
          {is_offered && (
            <Button
              variant={signature ? 'default' : 'filled'}
              leftSection={<IconSignature size={16} aria-hidden />}
              onClick={() => setOpened('save')}
            >
              {signature ? 'Replace Signature' : 'Save a Signature'}
            </Button>
          )}
          {signature && (
            <Button variant="subtle" color="red" onClick={() => setOpened('remove')}>
              Remove
            </Button>
          )}
        </Group>
      )}
      <Suspense fallback={null}>
        {opened === 'save' && (
          <SaveSignatureDialog
            name={signature?.name ?? name}
            method={signature?.method ?? 'drawn'}
            isChange={signature !== null}
            onClose={close}
          />
        )}
      </Suspense>
      {opened === 'remove' && <RemoveSignatureDialog onClose={close} />}
    </Stack>
  );
}

function RemoveSignatureDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveSignature();
  return (
    <DangerDialog
      title="Remove your saved signature?"
      message="You can no longer sign with it. Documents that you have already signed stay signed."
      confirmLabel="Remove"
      action={remove}
      input={undefined}
      doneText="Signature removed."
      onClose={onClose}
    />
  );
}
