import type { SavedSignature } from '@ledgerline/contract/signing/signature';
import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { DrawPad, type DrawPadHandle, TypedPad } from '../../../components/signature/draw-pad.tsx';
import { typedPicture } from '../../../components/signature/signature-picture.ts';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { useSaveSignature } from '../api.ts';

interface SaveSignatureDialogProps extends Pick<SavedSignature, 'name' | 'method'> {
  /** It replaces a saved one. */
  isChange: boolean;
  onClose: () => void;
}

export function SaveSignatureDialog(props: SaveSignatureDialogProps) {
  const title = props.isChange ? 'Replace your signature' : 'Save a signature';
  return (
    <GuardedModal opened onClose={props.onClose} title={title} size="md">
      <SignatureForm {...props} />
    </GuardedModal>
  );
}

const METHODS: { value: SavedSignature['method']; label: string }[] = [
  { value: 'drawn', label: 'Draw' },
  { value: 'typed', label: 'Type' },
];
const PAD_FAILED = 'Drawing isn’t working right now. You can type your name instead.';

function SignatureForm({ name: known, method: first, onClose }: SaveSignatureDialogProps) {
  const save = useSaveSignature();
  const pad = useRef<DrawPadHandle>(null);
  const [hasPadFailed, setPadFailed] = useState(false);
  const imageOf = ({ method, name }: Pick<SavedSignature, 'name' | 'method'>) =>
    method === 'drawn' ? (pad.current?.picture() ?? null) : typedPicture(name);
  const editing = useEditing({
    start: { method: first, name: known, image: '' },
    check: (values) => ({
      name: values.name.trim() === '' && 'Please enter your full name.',
      image: values.method === 'drawn' && imageOf(values) === null && 'Please draw your signature first.',
    }),
    send: ({ method, name }) =>
      save.mutateAsync({ method, name: name.trim(), image: imageOf({ method, name }) ?? '' }),
    successMessage: 'Signature saved.',
    onDone: onClose,
    logText: 'the signature could not be saved',
  });
  const { method, name } = editing.form.values;
  const typed = useMemo(() => (method === 'typed' ? typedPicture(name) : null), [method, name]);
  const failPad = useCallback(() => setPadFailed(true), []);
  const imageProblem = editing.form.errors.image ?? (hasPadFailed && method === 'drawn' ? PAD_FAILED : null);
  return (
    <DialogForm editing={editing} save="Save">
      <SegmentedControl
        aria-label="Signature method"
        data={METHODS}
        value={method}
        onChange={(value) => editing.change({ method: value === 'typed' ? 'typed' : 'drawn' })}
      />
      <TextInput
        label="Full name"
        maxLength={200}
        autoComplete="name"
        data-autofocus
        {...editing.form.getInputProps('name')}
      />
      {method === 'drawn' ? (
        <div>
          <Group justify="space-between" mb={4}>
            <Text size="sm" c="dimmed">
              Sign in the box with your finger or mouse.
            </Text>
            <Button variant="subtle" size="compact-sm" onClick={() => pad.current?.clear()}>
              Clear
            </Button>
          </Group>
          <DrawPad ref={pad} label="Signature box" onFail={failPad} />
        </div>
      ) : (
        <TypedPad image={typed} name={name} />
      )}
      {imageProblem && (
        <Text size="sm" c="red" role="alert">
          {imageProblem}
        </Text>
      )}
    </DialogForm>
  );
}
