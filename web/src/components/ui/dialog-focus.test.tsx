import { Button, Menu, TextInput } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { GuardedModal } from './guarded-modal.tsx';
import { notifyError } from './notify.ts';

const button = (name: string) => screen.getByRole('button', { name });

/** A choice of dialogs, one open at a time. */
function Choice() {
  const [open, setOpen] = useState<'choice' | 'name' | null>(null);
  const [hasChoice, setHasChoice] = useState(true);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen('choice')}>Options</Button>
      {hasChoice && (
        <GuardedModal opened={open === 'choice'} onClose={close} title="Choice">
          <Button onClick={() => setOpen('name')}>Rename</Button>
        </GuardedModal>
      )}
      <GuardedModal opened={open === 'name'} onClose={close} title="Name">
        <TextInput label="Name" data-autofocus />
      </GuardedModal>
      <Button onClick={() => setHasChoice(false)} data-testid="end-transition" />
    </>
  );
}

/** Its field mounts when the test says the data has loaded. */
function Loading() {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <GuardedModal opened onClose={() => undefined} title="Document">
        <Button>Other</Button>
        {isLoaded ? <TextInput label="Name" data-autofocus /> : 'Loading'}
      </GuardedModal>
      <Button onClick={() => setLoaded(true)} data-testid="load" />
    </>
  );
}

function Rows() {
  const [rows, setRows] = useState(['Ada', 'Bea', 'Cid']);
  const remove = (name: string) => setRows(rows.filter((one) => one !== name));
  return (
    <>
      <ul>
        {rows.map((name) => (
          <Row key={name} name={name} onDeleted={() => remove(name)} />
        ))}
      </ul>
      <Button onClick={() => remove('Bea')} data-testid="live" />
    </>
  );
}

function Row({ name, onDeleted }: { name: string; onDeleted: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <li>
      <Menu>
        <Menu.Target>
          <Button>{name}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setConfirming(true)}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isConfirming}
        title="Sure?"
        message="Gone is gone."
        confirmLabel="Yes"
        onConfirm={onDeleted}
        onClose={() => setConfirming(false)}
      />
    </li>
  );
}

type Shown = 'first' | 'second' | null;

/** Dialogs mounted only while open; the first is replaced by the second. */
function Gone() {
  const [shown, setShown] = useState<Shown>(null);
  const close = () => setShown(null);
  return (
    <>
      <Button onClick={() => setShown('first')}>Open</Button>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setShown('second')}>Ask</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {shown === 'first' && (
        <GuardedModal opened onClose={close} title="First">
          <Button onClick={() => setShown('second')}>Go on</Button>
        </GuardedModal>
      )}
      {shown === 'second' && (
        <ConfirmDialog
          opened
          title="Second"
          message="Sure?"
          confirmLabel="Yes"
          onConfirm={close}
          onClose={close}
        />
      )}
    </>
  );
}

const isFocused = (name: string) => waitFor(() => expect(document.activeElement).toBe(button(name)));

async function requestDelete(name: string) {
  renderPart(<Rows />);
  button(name).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('dialog', { name: 'Sure?' });
}

describe('dialog focus', () => {
  async function openName() {
    renderPart(<Choice />);
    button('Options').focus();
    await userEvent.keyboard('{Enter}');
    (await screen.findByRole('button', { name: 'Rename' })).focus();
    await userEvent.keyboard('{Enter}');
    const field = await screen.findByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    return field;
  }

  it('stays in the open dialog when the one it replaced finishes closing late', async () => {
    const field = await openName();
    field.blur();
    fireEvent.click(screen.getByTestId('end-transition'));
    expect(document.activeElement).toBe(document.body);
  });

  it('returns to the trigger of the previous dialog when that one was replaced', async () => {
    await openName();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button('Options')));
  });

  it('moves to a field that mounts with the data', async () => {
    renderPart(<Loading />);
    await waitFor(() => expect(document.activeElement).toBe(button('Close')));
    fireEvent.click(screen.getByTestId('load'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
  });

  it('stays where the user moved it while the data loaded', async () => {
    renderPart(<Loading />);
    await waitFor(() => expect(document.activeElement).toBe(button('Close')));
    button('Other').focus();
    fireEvent.click(screen.getByTestId('load'));
    await screen.findByRole('textbox', { name: 'Name' });
    expect(document.activeElement).toBe(button('Other'));
  });

  it('returns to the menu button that opened the confirmation', async () => {
    await requestDelete('Bea');
    await userEvent.click(button('Cancel'));
    await waitFor(() => expect(document.activeElement).toBe(button('Bea')));
  });

  it.each([
    ['Bea', 'Cid'],
    ['Cid', 'Bea'],
  ])('moves from %s, which was deleted, to its neighbor %s', async (deleted, neighbor) => {
    await requestDelete(deleted);
    await userEvent.click(button('Yes'));
    await waitFor(() => expect(document.activeElement).toBe(button(neighbor)));
  });
});

describe('focus after a cancelled confirmation', () => {
  async function leaveQuestion() {
    await requestDelete('Bea');
    await userEvent.click(button('Cancel'));
    await isFocused('Bea');
  }

  it('moves to the neighbor when the row is removed meanwhile', async () => {
    await leaveQuestion();
    fireEvent.click(screen.getByTestId('live'));
    await isFocused('Cid');
  });

  it('stays where the user moved it, whenever the row is removed', async () => {
    await leaveQuestion();
    await userEvent.click(document.body);
    expect(document.activeElement).toBe(document.body);
    fireEvent.click(screen.getByTestId('live'));
    expect(screen.queryByRole('button', { name: 'Bea' })).toBeNull();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the focus of a dialog mounted only while open', () => {
  it('returns to the button that opened it', async () => {
    renderPart(<Gone />);
    await userEvent.click(button('Open'));
    await screen.findByRole('dialog', { name: 'First' });
    await isFocused('Close');
    await userEvent.keyboard('{Escape}');
    await isFocused('Open');
  });

  it('returns there from a dialog that replaced another', async () => {
    renderPart(<Gone />);
    await userEvent.click(button('Open'));
    await userEvent.click(await screen.findByRole('button', { name: 'Go on' }));
    await screen.findByRole('dialog', { name: 'Second' });
    await isFocused('Yes');
    await userEvent.keyboard('{Enter}');
    await isFocused('Open');
  });

  it('returns to the menu button it was opened from', async () => {
    renderPart(<Gone />);
    await userEvent.click(button('More'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Ask' }));
    await isFocused('Yes');
    await userEvent.keyboard('{Enter}');
    await isFocused('More');
  });

  it('stays in the dialog when a toast over it is closed', async () => {
    renderPart(
      <>
        <Loading />
        <Notifications />
      </>,
    );
    await isFocused('Close');
    notifyError('It failed.');
    const message = await screen.findByRole('alert');
    await userEvent.click(within(message).getByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(document.activeElement).toBe(button('Close'));
  });
});
