import { startSsoReauthentication } from '@ledgerline/contract/auth/sso/endpoints';
import { api } from '../../lib/api.ts';
import { openReauthenticationChannel, type ReauthenticationUpdate } from '../../lib/sso-return.ts';

const BLOCKED = 'The browser did not open a window. Please allow pop-ups for this portal and try again.';
const WINDOW = 'popup,width=520,height=700';

/**
 * Lets the identity provider ask the agent again, in a window of its own, so that this page stays as it is; the ticket that
 * proves him. The window is lost sight of once it is elsewhere: whoever closes it presses the button again.
 */
export async function requestProvider(signal: AbortSignal): Promise<string> {
  // At once: browsers open windows only while a click is being answered.
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
    signal.addEventListener('abort', () => reject(new DOMException('begun again', 'AbortError')));
  }).finally(() => channel.close());
}
