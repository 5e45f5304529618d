import { callTextError, MAX_CALL_TEXT, phoneDisplay } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Anchor, NativeSelect, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { lazy, Suspense } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { type AgentChoice, AgentSelect } from '../../domain/agents/agent-select.tsx';
import { OUTCOME_CHOICES } from '../../domain/calls/call-text.ts';
import { useLogCall } from '../../domain/calls/use-log-call.ts';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { dayIn } from '../../domain/today.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { type Reassignment, useReassignItem } from './api.ts';
import { phoneOf } from './next-actions.ts';
import { type ItemDialogProps, SnoozeDialog, wrongDay } from './snooze-dialog.tsx';
import { itemText, whoText } from './today-text.ts';
import { type FollowedUp, useFollowedUp } from './use-followed-up.ts';
import type { useQueue } from './use-queue.ts';

const TaskDialog = lazy(async () => ({
  default: (await import('../../domain/tasks/task-dialog.tsx')).TaskDialog,
}));

/** The open dialog of an item. */
export function ItemDialogs({ queue }: { queue: ReturnType<typeof useQueue> }) {
  const today = dayIn(usePublicSettings().time_zone);
  const { dialog, onClose } = queue;
  if (!dialog) return null;
  const props = { item: dialog.item, today, onClose };
  if (dialog.name === 'reassign')
    return <ReassignItemDialog {...props} onReassigned={queue.reassigned(dialog.item)} />;
  if (dialog.name === 'snooze') return <SnoozeDialog {...props} onSnoozed={queue.snoozed(dialog.item)} />;
  if (dialog.name === 'task') {
    const { client_id: id } = dialog.item;
    const client = id === null ? null : { id, name: whoText(dialog.item) ?? '' };
    return (
      <Suspense fallback={null}>
        <TaskDialog opened start={{ client }} onClose={onClose} />
      </Suspense>
    );
  }
  if (dialog.name === 'call') return <CallDialog {...props} onLogged={queue.callLogged(dialog.item)} />;
  return <FollowUpDialog {...props} onSet={queue.followUpSet(dialog.item)} />;
}

interface ReassignProps extends Omit<ItemDialogProps, 'today'> {
  onReassigned: (reassignment: Reassignment) => void;
}

/** Reassigns an item. */
function ReassignItemDialog(props: ReassignProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Reassign" size="sm">
      <ReassignForm {...props} />
    </GuardedModal>
  );
}

const ownerIdOf = (to: AgentChoice | null) => (to === 'nobody' ? null : to);

function ReassignForm({ item, onClose, onReassigned }: ReassignProps) {
  const reassign = useReassignItem(item, signedInAgent()?.id);
  const editing = useEditing<{ to: AgentChoice | null }, Pick<Reassignment, 'previous'>>({
    start: { to: null },
    check: ({ to }) => ({ to: to === null && 'Please choose an agent' }),
    send: ({ to }) => reassign.mutateAsync(ownerIdOf(to)),
    onDone({ previous }, { to }) {
      onClose();
      onReassigned({ owner_agent_id: ownerIdOf(to), previous });
    },
    toFieldErrors: () => ({}),
    logText: 'the item could not be reassigned',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} gap="md" save="Reassign">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {itemText(item)}
      </Text>
      <AgentSelect
        label="Assign to"
        data-autofocus
        value={form.values.to}
        error={form.errors.to}
        onChange={(to) => form.setFieldValue('to', to)}
        {...(item.owner_agent_id === null ? {} : { except: item.owner_agent_id })}
      />
    </DialogForm>
  );
}

interface FollowUpDialogProps extends ItemDialogProps {
  /** The next date, or none. */
  onSet: (day: string | null) => void;
}

/** Opens with the call: outcome, and the next follow-up if any. */
function FollowUpDialog({ onClose, ...props }: FollowUpDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title={`Follow up: ${whoText(props.item) ?? ''}`} size="xs">
      <FollowUpForm onClose={onClose} {...props} />
    </GuardedModal>
  );
}

function FollowUpForm({ item, today, onClose, onSet }: FollowUpDialogProps) {
  const { send, failed } = useFollowedUp(item);
  const editing = useEditing<FollowedUp, unknown>({
    start: { outcome: '', text: '', day: null },
    check: ({ day }) => ({ day: day !== null && wrongDay(day, today) }),
    send,
    onDone(_, { day }) {
      onClose();
      onSet(day);
    },
    failed,
    logText: 'the follow-up was not set',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <CalledFields item={item} form={form} dayHint="Optional. Leave empty for no further follow-up." />
    </DialogForm>
  );
}

interface CallDialogProps extends ItemDialogProps {
  onLogged: () => void;
}

/** Opens with a call that had no follow-up: outcome, and optional follow-up. */
function CallDialog({ onClose, ...props }: CallDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title={`Call: ${whoText(props.item) ?? ''}`} size="xs">
      <CallForm onClose={onClose} {...props} />
    </GuardedModal>
  );
}

function CallForm({ item, today, onClose, onLogged }: CallDialogProps) {
  const log = useLogCall(item.client_id ?? item.id);
  const editing = useEditing<FollowedUp, unknown>({
    start: { outcome: '', text: '', day: null },
    check: ({ outcome, text, day }) => ({
      text: callTextError({ kind: 'call', outcome: outcome || null, text }),
      day: day !== null && wrongDay(day, today),
    }),
    send: ({ outcome, text, day }) =>
      log.mutateAsync({ kind: 'call', outcome: outcome || null, text: text.trim(), follow_up_on: day }),
    successMessage: `Call logged for ${whoText(item) ?? 'the client'}.`,
    onDone() {
      onClose();
      onLogged();
    },
    failed: (error) => `The entry was not logged. ${error.message}`,
    logText: 'the call could not be logged',
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <CalledFields
        item={item}
        form={editing.form}
        dayHint="Leave empty to keep the client’s current follow-up."
      />
    </DialogForm>
  );
}

interface CalledFieldsProps {
  item: TodayItem;
  form: UseFormReturnType<FollowedUp>;
  /** Hint for an empty follow-up date. */
  dayHint: string;
}

/** Phone number, outcome and next follow-up of a call. */
function CalledFields({ item, form, dayHint }: CalledFieldsProps) {
  return (
    <>
      <Text size="sm">
        {phoneOf(item) === '' ? (
          'This client has no phone number.'
        ) : (
          <Anchor href={`tel:${phoneOf(item)}`}>{phoneDisplay(item.client_phone)}</Anchor>
        )}
      </Text>
      <TextInput
        label="Call notes"
        description="Saved with the outcome on the client’s timeline."
        maxLength={MAX_CALL_TEXT}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('text')}
      />
      <NativeSelect label="Outcome" data={OUTCOME_CHOICES} {...form.getInputProps('outcome')} />
      <DateInput
        label="Next follow-up"
        isUpcoming
        description={dayHint}
        {...form.getInputProps('day')}
        onChange={(day) => form.setFieldValue('day', day)}
      />
    </>
  );
}
