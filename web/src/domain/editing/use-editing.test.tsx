import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { DialogForm } from './dialog-form.tsx';
import { FORM_ERROR_KEY, useEditing } from './use-editing.ts';

type Names = { first: string; last: string };
type Options = Partial<Parameters<typeof useEditing<Names, unknown>>[0]>;

const sent: Names[] = [];
let answer: () => Promise<unknown>;

beforeEach(() => {
  sent.length = 0;
  answer = () => Promise.resolve('done');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function Body(options: Options) {
  const editing = useEditing<Names, unknown>({
    start: { first: '', last: '' },
    send: (values) => {
      sent.push(values);
      return answer();
    },
    ...options,
  });
  return (
    <DialogForm editing={editing} save="Save">
      <TextInput label="First" {...editing.form.getInputProps('first')} />
      <TextInput label="Last" {...editing.form.getInputProps('last')} />
    </DialogForm>
  );
}

function Screen(options: Options) {
  const [isOpen, setOpen] = useState(true);
  return (
    <GuardedModal opened={isOpen} onClose={() => setOpen(false)} title="Names">
      <Body {...options} />
    </GuardedModal>
  );
}

const open = async (options: Options = {}) => {
  renderPart(<Screen {...options} />);
  return screen.findByLabelText<HTMLInputElement>('First');
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const last = () => screen.getByLabelText<HTMLInputElement>('Last');

describe('a form being edited', () => {
  it('sends nothing while a field is invalid, and focuses the first invalid field', async () => {
    await open({ check: ({ last: name }) => ({ last: name === '' && 'Needed', first: null }) });
    await save();
    screen.getByText('Needed');
    expect(document.activeElement).toBe(last());
    expect(sent).toEqual([]);
    await userEvent.keyboard('Hopper');
    expect(screen.queryByText('Needed')).toBeNull();
  });

  it('shows an error that belongs to no field at form level', async () => {
    await open({ check: () => ({ [FORM_ERROR_KEY]: 'One of both is needed' }) });
    await save();
    expect(screen.getByRole('alert').textContent).toBe('One of both is needed');
  });

  it('shows server validation errors at their fields, keeps input, and shows a failure', async () => {
    const fields = [{ path: 'last', message: 'is taken' }];
    answer = () => Promise.reject(new ApiError(new Error(), 422, { message: 'No.', details: { fields } }));
    const first = await open({ failed: 'It was not saved.' });
    await userEvent.type(first, 'Grace');
    await save();
    await screen.findByText('is taken');
    screen.getByText('It was not saved.');
    expect(document.activeElement).toBe(last());
    expect(first.value).toBe('Grace');
  });

  it('leaves the focus when the server names no field', async () => {
    answer = () => Promise.reject(new ApiError(new Error(), 409, { message: 'No.' }));
    const first = await open({ failed: null, toFieldErrors: () => ({ last: 'is taken' }) });
    await userEvent.type(first, 'Grace{Enter}');
    await screen.findByText('is taken');
    expect(document.activeElement).toBe(first);
  });

  it('is sent once even if submitted repeatedly, and can then be left without confirmation', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    answer = () => promise;
    const onDone = vi.fn();
    const first = await open({ onDone });
    await userEvent.type(first, 'Grace{Enter}');
    await userEvent.type(first, '{Enter}');
    resolve('done');
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('done', { first: 'Grace', last: '' }));
    expect(sent).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('sends nothing when blocked, and confirms before input is discarded', async () => {
    const first = await open({ shouldSkip: ({ first: name }) => name === 'Grace' });
    await userEvent.type(first, 'Grace{Enter}');
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('dialog', { name: 'Discard changes?' });
  });
});
