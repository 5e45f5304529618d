import { hasVisibleText, storableNote } from '@ledgerline/contract/rules';
import type { Session } from '@ledgerline/contract/sessions/endpoints';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { LeaveGuard } from '../../../components/ui/leave-guard.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { RichText } from '../../../components/ui/rich-text.tsx';
import { RichTextInput } from '../../../components/ui/rich-text-input.tsx';
import { useSaveNotes } from '../api.ts';

/** Notes visible only to agents. */
export function AgentNotesCard({ session }: { session: Session }) {
  const [isEditing, setEditing] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  function leave() {
    flushSync(() => setEditing(false));
    // Return the focus to the button that opened the editor.
    card.current?.querySelector('button')?.focus({ preventScroll: true });
  }
  return (
    <div ref={card}>
      {isEditing ? (
        <NotesEditor session={session} onDone={leave} />
      ) : (
        <CardFrame title="Agent Notes" onEdit={() => setEditing(true)}>
          {hasVisibleText(session.notes) ? (
            <RichText html={session.notes} />
          ) : (
            <Text size="sm" c="dimmed">
              No notes
            </Text>
          )}
        </CardFrame>
      )}
    </div>
  );
}

function NotesEditor({ session, onDone }: { session: Session; onDone: () => void }) {
  const [notes, setNotes] = useState(session.notes);
  const save = useSaveNotes(session.id);
  async function submit() {
    try {
      await save.mutateAsync(storableNote(notes));
      notifySuccess('Notes saved.');
      onDone();
    } catch (error) {
      console.error('the agent notes were not saved', error);
    }
  }
  return (
    <CardFrame title="Agent Notes">
      <LeaveGuard isDirty={notes !== session.notes} />
      <Stack gap="xs" mt="xs">
        <RichTextInput label="Notes" value={notes} onChange={setNotes} autoFocus />
        {save.isError && (
          <Alert color="red" role="alert" title="Failed to save agent notes. Please try again." />
        )}
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onDone} disabled={save.isPending}>
            Cancel
          </Button>
          <Button size="xs" onClick={() => void submit()} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </CardFrame>
  );
}
