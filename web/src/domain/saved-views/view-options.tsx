import type { SavedView } from '@ledgerline/contract/saved-views/endpoints';
import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';
import { ActionIcon, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconArrowLeft,
  IconArrowRight,
  IconBookmark,
  IconBookmarkOff,
  IconCopy,
  IconDots,
  IconLink,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import type { EditedView } from './edit-view-dialog.tsx';
import type { OpenView } from './use-open-view.ts';
import { useArrangeViews, useClaimView, useDeleteView, useRestoreView } from './use-saved-views.ts';

interface ViewOptionsProps {
  list: SavedViewList;
  current: SavedView;
  view: OpenView;
  onEdit: (edited: EditedView) => void;
  onDeleted: () => void;
}

interface Option {
  label: string;
  icon: TablerIcon;
  run: () => unknown;
  isDanger?: true;
}

/** What can be done with the open view. */
export function ViewOptions(props: ViewOptionsProps) {
  const { current } = props;
  const options = useOptions(props);
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <ActionIcon aria-label={`Options for ${current.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map(({ label, icon: Icon, run, isDanger }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} aria-hidden />}
            {...(isDanger ? { className: 'danger' } : {})}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function useOptions({ list, current, view, onEdit, onDeleted }: ViewOptionsProps): Option[] {
  const { name, state, columns, can_change, agent } = current;
  const arranging = useArrangeViews();
  const claiming = useClaimView();
  const deleteWithUndo = useDeletion(view, onDeleted);
  const clipboard = useClipboard();
  const isDefault = view.views.data?.default_id === current.id;
  const arrange = (change: { pinned?: number[]; default_id?: number | null }, done?: string) =>
    run(() => arranging.mutateAsync({ list, ...change }), done);
  const copyLink = () => {
    clipboard.copy(`${window.location.origin}${window.location.pathname}?saved=${current.id}`);
    notifySuccess(
      current.is_shared
        ? 'Link copied.'
        : 'Link copied. The view is private: share it before you send the link.',
    );
  };
  return [
    ...(can_change
      ? [{ label: 'Edit View', icon: IconPencil, run: () => onEdit({ kind: 'edit', view: current }) }]
      : []),
    {
      label: 'Duplicate View',
      icon: IconCopy,
      run: () => onEdit({ kind: 'new', name: `${name} copy`, state, columns }),
    },
    ...pinOptions(view.views.data?.pinned ?? [], current.id, (pinned) => void arrange({ pinned })),
    isDefault
      ? {
          label: 'Stop Opening by Default',
          icon: IconStarOff,
          run: () => arrange({ default_id: null }, `The list no longer opens with “${name}”.`),
        }
      : {
          label: 'Open by Default',
          icon: IconStar,
          run: () => arrange({ default_id: current.id }, `The list now opens with “${name}”.`),
        },
    { label: 'Copy Link', icon: IconLink, run: copyLink },
    ...(agent === null && signedInAgent()?.is_owner
      ? [
          {
            label: 'Take Over View',
            icon: IconUserCheck,
            run: () => run(() => claiming.mutateAsync(current.id), `“${name}” is now yours.`),
          },
        ]
      : []),
    ...(can_change
      ? [
          {
            label: 'Delete View',
            icon: IconTrash,
            isDanger: true as const,
            run: () => deleteWithUndo(current),
          },
        ]
      : []),
  ];
}

/** Pinned views are tabs, whose order can be changed. */
function pinOptions(pinned: readonly number[], id: number, onPin: (pinned: number[]) => void): Option[] {
  const at = pinned.indexOf(id);
  if (at === -1) return [{ label: 'Pin as Tab', icon: IconBookmark, run: () => onPin([...pinned, id]) }];
  const others = pinned.filter((other) => other !== id);
  const moveTo = (position: number) => onPin(others.toSpliced(position, 0, id));
  return [
    { label: 'Unpin', icon: IconBookmarkOff, run: () => onPin(others) },
    ...(at > 0 ? [{ label: 'Move Tab Left', icon: IconArrowLeft, run: () => moveTo(at - 1) }] : []),
    ...(at < pinned.length - 1
      ? [{ label: 'Move Tab Right', icon: IconArrowRight, run: () => moveTo(at + 1) }]
      : []),
  ];
}

/** Deletes a view; Undo restores it for everyone who had it. */
function useDeletion(view: OpenView, onDeleted: () => void) {
  const deletion = useDeleteView();
  const restoring = useRestoreView();
  return ({ id, name }: SavedView) =>
    run(async () => {
      await deletion.mutateAsync(id);
      view.showAll();
      onDeleted();
      notifyWithUndo({
        message: `View “${name}” was deleted.`,
        undone: `View “${name}” was restored.`,
        onUndo: () => restoring.mutateAsync(id),
      });
    });
}

async function run(send: () => Promise<unknown>, done?: string): Promise<void> {
  try {
    await send();
    if (done) notifySuccess(done);
  } catch (error) {
    console.error('the views were not changed', error);
    notifyError(messageOf(error), 'Couldn’t change the view');
  }
}
