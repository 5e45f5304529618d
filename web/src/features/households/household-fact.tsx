import type { HouseholdMember } from '@ledgerline/contract/households/endpoints';
import { RELATION_LABELS } from '@ledgerline/contract/rules/households';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Fact } from '../../components/ui/facts.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { notifyError } from '../../components/ui/notify.ts';
import { RetryButton } from '../../components/ui/retry-button.tsx';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { householdQuery, useHouseholdWrites } from './api.ts';
import styles from './household-fact.module.css';
import { LinkClientDialog } from './link-client-dialog.tsx';

/** The clients who are linked to a client as family, each with a link to their page. */
export function HouseholdFact({ clientId }: { clientId: number }) {
  const household = useQuery(householdQuery(clientId));
  const { link, unlink } = useHouseholdWrites(clientId);
  const linkButton = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState({ opened: false, count: 0 });
  function remove({ client_id, name, relation }: HouseholdMember) {
    unlink.mutate(client_id, {
      onSuccess: () => {
        // The button that was pressed unmounts with the link.
        linkButton.current?.focus();
        notifyWithUndo({
          message: `The link to ${name || UNNAMED} was removed.`,
          undone: `${name || UNNAMED} is linked again.`,
          onUndo: () => link.mutateAsync({ client_id, relation }),
        });
      },
      onError: (error) => notifyError(`The link was not removed. ${error.message}`),
    });
  }
  return (
    <Fact label="Household">
      <div className={styles.members}>
        {household.data?.map((member) => (
          <Member
            key={member.client_id}
            member={member}
            isBusy={unlink.isPending}
            onRemove={() => remove(member)}
          />
        ))}
        {household.isError && (
          <>
            Not loaded <RetryButton onRetry={() => void household.refetch()} size="compact-xs" />
          </>
        )}
        <Button
          ref={linkButton}
          variant="subtle"
          size="compact-xs"
          className={styles.add ?? ''}
          onClick={() => setDialog({ opened: true, count: dialog.count + 1 })}
        >
          Link Client
        </Button>
      </div>
      <LinkClientDialog
        key={dialog.count}
        clientId={clientId}
        opened={dialog.opened}
        onClose={() => setDialog({ ...dialog, opened: false })}
      />
    </Fact>
  );
}

const UNNAMED = 'Unnamed client';

interface MemberProps {
  member: HouseholdMember;
  isBusy: boolean;
  onRemove: () => void;
}

function Member({ member: { client_id, name, relation }, isBusy, onRemove }: MemberProps) {
  return (
    <span className={styles.member}>
      <AnchorLink to="/crm/clients/$clientId" params={{ clientId: String(client_id) }}>
        {name || UNNAMED}
      </AnchorLink>
      <span className={styles.relation}>{RELATION_LABELS[relation]}</span>
      <ActionIcon
        variant="subtle"
        size="sm"
        color="gray"
        disabled={isBusy}
        aria-label={`Remove the link to ${name || UNNAMED}`}
        onClick={onRemove}
      >
        <IconX size={13} aria-hidden />
      </ActionIcon>
    </span>
  );
}
