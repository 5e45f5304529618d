import { startSsoReauthentication } from '@ledgerline/contract/auth/sso/endpoints';
import { Button, Stack, Text } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { api } from '../../lib/api.ts';
import { wrongFields } from '../../lib/api-error.ts';
import { openReauthenticationChannel, type ReauthenticationUpdate } from '../../lib/sso-return.ts';
import { sendReauthentication } from './use-reauthentication.ts';

interface SsoReauthenticationProps {
  /** Name of the identity provider. */
  name: string;
  /** No other method is available on this screen. */
  isMain: boolean;
  /** The provider did not require the agent's two-factor authentication here: a code goes with this ticket. */
  onCode: (ticket: string) => void;
  onReauthenticated: () => void;
}

interface Stage {
  isWindowOpen: boolean;
  failure?: string;
}

/** Alternative method for agents who use single sign-on: the provider authenticates again. */
export function SsoReauthentication({ name, isMain, onCode, onReauthenticated }: SsoReauthenticationProps) {
  const [stage, setStage] = useState<Stage>({ isWindowOpen: false });
  const pending = useRef<AbortController | null>(null);
  useEffect(() => () => pending.current?.abort(), []);
  async function request() {
    pending.current?.abort();
    const mine = new AbortController();
    pending.current = mine;
    setStage({ isWindowOpen: true });
    try {
      const ticket = await requestProvider(mine.signal);
      if (await isEnough(ticket)) onReauthenticated();
      else onCode(ticket);
    } catch (error) {
      if (mine.signal.aborted) return;
      setStage({ isWindowOpen: false, failure: error instanceof Error ? error.message : 'Not confirmed.' });
    }
  }
  return (
    <Stack gap="sm">
      <FailureNote message={stage.failure} />
      {stage.isWindowOpen && (
        <Text size="sm" role="status">
          Continue in the window of {name}.
        </Text>
      )}
      <Button
        variant={isMain ? 'filled' : 'default'}
        fullWidth
        data-autofocus={isMain || undefined}
        leftSection={<IconBuilding size={18} aria-hidden />}
        onClick={() => void request()}
      >
        {stage.isWindowOpen ? 'Open the Window Again' : `Confirm with ${name}`}
      </Button>
    </Stack>
  );
}

/** Where the agent has two-factor authentication that the provider did not require, a code is needed as well. */
async function isEnough(ticket: string): Promise<boolean> {
  try {
    await sendReauthentication({ sso: ticket });
    return true;
  } catch (error) {
    if (wrongFields(error).some(({ path }) => path === 'code')) return false;
    throw error;
  }
}

const BLOCKED = 'The browser did not open a window. Please allow pop-ups for this portal and try again.';
const WINDOW = 'popup,width=520,height=700';

/**
 * Opens the identity provider in a popup so that this page keeps its state, and returns the re-authentication ticket.
 * The popup cannot be tracked once it navigates elsewhere: if it is closed, the agent clicks the button again.
 */
async function requestProvider(signal: AbortSignal): Promise<string> {
  // Synchronously: browsers open popups only during a click.
  const opened = window.open('about:blank', '_blank', WINDOW);
  if (!opened) throw new Error(BLOCKED);
  try {
    const { url } = await api(startSsoReauthentication, { signal });
    const answered = answerTo(new URL(url).searchParams.get('state'), signal);
    opened.location.href = url;
    return await answered;
  } catch (error) {
    opened.close();
    throw error;
  }
}

function answerTo(state: string | null, signal: AbortSignal): Promise<string> {
  const channel = openReauthenticationChannel();
  return new Promise<string>((resolve, reject) => {
    channel.onmessage = ({ data }: MessageEvent<ReauthenticationUpdate>) => {
      if (data.state !== state) return;
      if (data.ticket) resolve(data.ticket);
      else reject(new Error(data.failure));
    };
    signal.addEventListener('abort', () => reject(new DOMException('restarted', 'AbortError')));
  }).finally(() => channel.close());
}
