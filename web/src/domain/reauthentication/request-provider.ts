import { startSsoReauthentication } from '@ledgerline/contract/auth/sso/endpoints';
import { api } from '../../lib/api.ts';
import { openReauthenticationChannel, type ReauthenticationUpdate } from '../../lib/sso-return.ts';

const BLOCKED = 'The browser did not open a window. Please allow pop-ups for this portal and try again.';
const WINDOW = 'popup,width=520,height=700';

/**
 * Opens the identity provider in a popup so that this page keeps its state, and returns the re-authentication ticket.
 * The popup cannot be tracked once it navigates elsewhere: if it is closed, the agent clicks the button again.
 */
export async function requestProvider(signal: AbortSignal): Promise<string> {
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
      if (data.proof) resolve(data.proof);
      else reject(new Error(data.failure));
    };
    signal.addEventListener('abort', () => reject(new DOMException('started again', 'AbortError')));
  }).finally(() => channel.close());
}
