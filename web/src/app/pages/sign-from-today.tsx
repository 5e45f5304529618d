import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { SignFormDialog } from '../../features/sessions/detail/sign-form-dialog.tsx';
import { type TodayOwner, useFormsToSign } from '../../features/today/api.ts';
import { itemText } from '../../features/today/today-text.ts';
import { ignoreRepeatedEnter } from '../../lib/events.ts';

interface SignFromTodayProps {
  item: TodayItem;
  owner: TodayOwner;
  /** The next form, opened in the same place. */
  onNext: (item: TodayItem) => void;
  onClose: () => void;
}

/** Signs the forms of Today one after the other: each opens in the place of the one before it. */
export function SignFromToday({ item, owner, onNext, onClose }: SignFromTodayProps) {
  const id = idOf(item);
  return (
    <SignFormDialog
      sessionId={item.session_id}
      form={{ id, title: item.title }}
      onClose={onClose}
      afterSigning={<AfterSigning signedId={id} owner={owner} onNext={onNext} onClose={onClose} />}
    />
  );
}

const idOf = ({ submission_id, id }: TodayItem) => submission_id ?? id;

interface AfterSigningProps extends Omit<SignFromTodayProps, 'item'> {
  signedId: number;
}

function AfterSigning({ signedId, owner, onNext, onClose }: AfterSigningProps) {
  const query = useFormsToSign(owner);
  return (
    <Stack p="xl" align="center" justify="center" gap="md" h="100%" ta="center">
      <Loaded
        query={query}
        failed="Your signature is stored. Couldn’t load the next form to sign."
        loading={<LoadingRows rows={2} label="Loading the next form to sign" />}
      >
        {({ lines, next }) => {
          // The response may have been requested before the signature was stored.
          const waiting = lines.filter((line) => idOf(line) !== signedId);
          return <Next waiting={waiting} hasMore={next !== null} onNext={onNext} onClose={onClose} />;
        }}
      </Loaded>
    </Stack>
  );
}

interface NextProps extends Pick<SignFromTodayProps, 'onNext' | 'onClose'> {
  waiting: readonly TodayItem[];
  hasMore: boolean;
}

function Next({ waiting, hasMore, onNext, onClose }: NextProps) {
  const main = useRef<HTMLButtonElement>(null);
  // The frame that had the focus is gone.
  useEffect(() => main.current?.focus(), []);
  const [next] = waiting;
  if (!next)
    return (
      <>
        <Title order={3} role="status">
          All signed
        </Title>
        <Text size="sm" c="dimmed">
          No other form on this list needs an advisor’s signature.
        </Text>
        <Button ref={main} onClick={onClose}>
          Back to Today
        </Button>
      </>
    );
  return (
    <>
      <Title order={3} role="status">
        {countText(waiting.length, hasMore)}
      </Title>
      <Text size="sm">Next: {itemText(next)}</Text>
      <Group gap="xs" justify="center">
        <Button variant="default" onClick={onClose}>
          Back to Today
        </Button>
        <Button
          ref={main}
          leftSection={<IconSignature size={16} aria-hidden />}
          onKeyDown={ignoreRepeatedEnter}
          onClick={() => onNext(next)}
        >
          Sign Next
        </Button>
      </Group>
    </>
  );
}

/** 'Signed. 1 more form to sign', 'Signed. 50+ more forms to sign' */
function countText(count: number, hasMore: boolean): string {
  return `Signed. ${count}${hasMore ? '+' : ''} more ${count === 1 && !hasMore ? 'form' : 'forms'} to sign`;
}
