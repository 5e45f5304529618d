import { Button, TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { GuardedModal, useDialogGuard } from './guarded-modal.tsx';

/** A dialog that stays mounted between openings, as most do. */
function Screen() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <GuardedModal opened={isOpen} onClose={close} title="Name">
        <Body />
        <Button onClick={close}>Save</Button>
      </GuardedModal>
    </>
  );
}

function Body() {
  const [text, setText] = useState('');
  const leave = useDialogGuard(text !== '');
  return (
    <>
      <TextInput label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Button onClick={leave}>Cancel</Button>
    </>
  );
}

async function openAgain() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByLabelText('Text');
}

async function typeInto() {
  renderPart(<Screen />);
  await openAgain();
  await userEvent.type(screen.getByLabelText('Text'), 'x');
}

describe('a dialog with a form', () => {
  it('confirms before discarding input', async () => {
    await typeInto();
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Discard changes?' });
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull());
    screen.getByRole('dialog', { name: 'Name' });
  });

  it('confirms on Cancel too', async () => {
    await typeInto();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('dialog', { name: 'Discard changes?' });
  });

  it.each(['Save', 'Discard'])('forgets the input after it was left by %s', async (by) => {
    await typeInto();
    if (by === 'Discard') await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: by }));
    await openAgain();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not show the confirmation of its last opening after a slow save closed it', async () => {
    await typeInto();
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Discard changes?' });
    fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
    await openAgain();
    expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull();
  });

  it('evaluates changes at the moment of closing, including state that has not rendered yet', async () => {
    const typed = { current: '' };
    function Form() {
      useDialogGuard(() => typed.current !== '');
      return <TextInput label="Text" onChange={(event) => (typed.current = event.currentTarget.value)} />;
    }
    renderPart(
      <GuardedModal opened onClose={() => undefined} title="Name">
        <Form />
      </GuardedModal>,
    );
    fireEvent.change(await screen.findByLabelText('Text'), { target: { value: 'x' } });
    fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Escape' });
    await screen.findByRole('dialog', { name: 'Discard changes?' });
  });
});
