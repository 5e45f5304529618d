import { listNotifications } from '@ledgerline/contract/notifications/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { importFile, revertFile } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
beforeAll(() => t.current.startJobs());

it('the agent who created an import is notified when its run ends, but not of its revert', async () => {
  const agent = await signInAs(t.current);
  const { id } = await importFile(agent, 'First Name,LAST\nAna,Lee\n');
  const notifications = async () => (await agent.call(listNotifications, { query: {} })).body.data;
  const notification = { kind: 'import_ended', about: 'clients.csv', import_id: id, client_name: '' };
  expect(await notifications()).toMatchObject([notification]);
  await revertFile(agent, id);
  // None of its clients is left, so the file name is removed.
  expect(await notifications()).toMatchObject([{ ...notification, about: '(name removed)' }]);
});
