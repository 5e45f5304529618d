import { openEnvelope } from '@ledgerline/contract/signing/endpoints';
import { listToday } from '@ledgerline/contract/today/endpoints';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  anItem,
  atNine,
  findAction,
  openToday,
  todayServer,
  user,
} from '../../features/today/testing/today-server.ts';

const FIRST = anItem({ kind: 'sign', id: 3, title: 'Advisory', submission_id: 3, session_id: 9 });
/** Outside of a session. */
const SECOND = anItem({ kind: 'sign', id: 4, title: 'Letter', submission_id: 4, client_name: 'Bo Sand' });

beforeEach(() => {
  atNine();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** The message of the signing page in the frame. */
function frameEnds(event = 'signing_complete') {
  const data = { type: 'signingComplete', sessionPath: '/crm/clients/1', event };
  window.dispatchEvent(new MessageEvent('message', { data, origin: window.location.origin }));
}

it('opens the next form in the same place after signing, until all are signed', async () => {
  const waiting = [FIRST, SECOND];
  const { server } = todayServer(waiting);
  server.reply(openEnvelope, {
    success: true,
    embedded_url: `${window.location.origin}/signing/t`,
    envelopeId: 'e',
  });
  server.reply(listToday, ({ query }) => ({
    success: true as const,
    lines: query.get('kind') === 'sign' || query.get('kind') === null ? waiting : [],
    next: null,
  }));
  openToday();
  await user().click(await findAction(/^Sign: Sign Advisory/));
  await (await dialog('Sign: Advisory')).findByTitle('Signing page of Advisory');
  // The list may still contain the form that was just signed.
  frameEnds();
  const between = await dialog('Signed: Advisory');
  await between.findByText('Signed. 1 more form to sign');
  between.getByText('Next: Sign Letter, Bo Sand');
  expect(document.activeElement?.textContent).toBe('Sign Next');
  await user().keyboard('{Enter}');
  await (await dialog('Sign: Letter')).findByTitle('Signing page of Letter');
  expect(server.calls(openEnvelope).map(({ path }) => path.split('/').at(-1))).toEqual(['3', '4']);
  waiting.length = 0;
  frameEnds();
  const end = await dialog('Signed: Letter');
  await end.findByText('All signed');
  expect(document.activeElement?.textContent).toBe('Back to Today');
  await user().keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('reports a form that was not signed, and offers no next one', async () => {
  todayServer([FIRST, SECOND]).server.reply(openEnvelope, {
    success: true,
    embedded_url: `${window.location.origin}/signing/t`,
    envelopeId: 'e',
  });
  openToday();
  await user().click(await findAction(/^Sign: Sign Advisory/));
  await (await dialog('Sign: Advisory')).findByTitle('Signing page of Advisory');
  frameEnds('decline');
  await screen.findByText(/You declined to sign/);
  expect(screen.queryByRole('button', { name: 'Sign Next' })).toBeNull();
});
