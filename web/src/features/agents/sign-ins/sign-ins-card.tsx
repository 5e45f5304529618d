import type { ListedSignIn, listSignIns } from '@ledgerline/contract/auth/sign-ins/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { Badge, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DangerDialog } from '../../../components/ui/danger-dialog.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { SectionCard } from '../../../components/ui/section-card.tsx';
import { momentText } from '../../../domain/days.ts';
import { hasErrorCode } from '../../../lib/api-error.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { useEndOtherSignIns, useEndSignIn, useSignIns } from '../api.ts';
import styles from './sign-ins.module.css';

interface SignInsCardProps {
  agentId: number;
  /** The signed-in agent's own sign-ins, one of which is this browser's. */
  isOwn: boolean;
}

/** Lists where an agent is signed in and lets the viewer end sign-ins. */
export function SignInsCard({ agentId, isOwn }: SignInsCardProps) {
  const query = useSignIns(agentId);
  // Hidden for an agent with more privileges than the viewer. The account card already says so.
  if (hasErrorCode(query.error, 'not_allowed', 'not_found')) return null;
  return (
    <SectionCard title="Sign-ins">
      <Loaded
        query={query}
        failed="The sign-ins could not be loaded."
        loading={<Skeleton height={120} role="status" aria-label="Loading the sign-ins" />}
        isInCard
      >
        {(data) => <SignIns {...data} agentId={agentId} isOwn={isOwn} />}
      </Loaded>
    </SectionCard>
  );
}

function SignIns({ data, total, agentId, isOwn }: ReplyOf<typeof listSignIns> & SignInsCardProps) {
  const [ending, setEnding] = useState<ListedSignIn | 'others' | null>(null);
  const { sso } = usePublicSettings();
  const close = () => setEnding(null);
  const others = total - data.filter(({ is_current }) => is_current).length;
  const left = total - data.length;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {isOwn
          ? `Where you are signed in. Don’t recognize one? Sign it out and change your password${sso?.only ? ` for ${sso.name}` : ''}.`
          : 'Where this agent is signed in.'}
      </Text>
      {total === 0 && <Text size="sm">Not signed in anywhere.</Text>}
      <ul className="plain">
        {data.map((signIn) => (
          <SignInLine key={signIn.id} signIn={signIn} onEnd={() => setEnding(signIn)} />
        ))}
      </ul>
      {left > 0 && (
        <Text size="sm" c="dimmed">
          And {left} more, last used earlier.
        </Text>
      )}
      {others > 0 && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setEnding('others')}>
            {isOwn ? 'Sign Out All Others' : 'Sign Out All'}
          </Button>
        </Group>
      )}
      {ending === 'others' && (
        <EndOthersDialog agentId={agentId} isOwn={isOwn} count={others} onClose={close} />
      )}
      {ending !== null && ending !== 'others' && (
        <EndSignInDialog agentId={agentId} signIn={ending} onClose={close} />
      )}
    </Stack>
  );
}

function SignInLine({ signIn, onEnd }: { signIn: ListedSignIn; onEnd: () => void }) {
  const { device, address, signed_in_at, last_used_at, is_current } = signIn;
  return (
    <li className={styles.line}>
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text size="sm" fw={600} component="span">
            {device}
          </Text>
          {is_current && (
            <Badge size="sm" variant="light" tt="none">
              This device
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" className="tabular">
          {[
            address ?? 'unknown address',
            `signed in ${momentText(signed_in_at)}`,
            last_used_at === null ? 'last use unknown' : `last used ${momentText(last_used_at)}`,
          ].join(' · ')}
        </Text>
      </Box>
      {!is_current && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          flex="none"
          aria-label={`Sign out ${device}${address ? ` at ${address}` : ''}`}
          onClick={onEnd}
        >
          Sign Out
        </Button>
      )}
    </li>
  );
}

interface EndSignInDialogProps {
  agentId: number;
  signIn: ListedSignIn;
  onClose: () => void;
}

function EndSignInDialog({ agentId, signIn, onClose }: EndSignInDialogProps) {
  const where = signIn.address ? ` at ${signIn.address}` : '';
  return (
    <DangerDialog
      title="Sign out this device?"
      message={`${signIn.device}${where} is signed out immediately. Unsaved changes there are lost.`}
      confirmLabel="Sign Out"
      action={useEndSignIn(agentId)}
      input={signIn.id}
      doneText="The device was signed out."
      onClose={onClose}
    />
  );
}

interface EndOthersDialogProps {
  agentId: number;
  isOwn: boolean;
  count: number;
  onClose: () => void;
}

function EndOthersDialog({ agentId, isOwn, count, onClose }: EndOthersDialogProps) {
  const end = useEndOtherSignIns(agentId);
  const which = count === 1 ? '1 device is signed out' : `${count} devices are signed out`;
  return (
    <DangerDialog
      title={isOwn ? 'Sign out all other devices?' : 'Sign out all devices?'}
      message={`${which} immediately${isOwn ? '. This one stays signed in' : ''}. Unsaved changes there are lost. Any remembered devices are forgotten too.`}
      confirmLabel={isOwn ? 'Sign Out All Others' : 'Sign Out All'}
      action={end}
      input={undefined}
      doneText={({ ended }) =>
        ended === 1 ? '1 device was signed out.' : `${ended} devices were signed out.`
      }
      onClose={onClose}
    />
  );
}
