import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Box } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './sortable-list.module.css';

interface Entry {
  id: number;
}

interface SortableListProps<T extends Entry> {
  /** Accessible name of the list. */
  label: string;
  items: readonly T[];
  /** Name of an item, for its handle and the announcements. */
  nameOf: (item: T) => string;
  /** The items in their new order. */
  onSort: (items: T[]) => void;
  children: (item: T) => ReactNode;
}

const INSTRUCTIONS =
  'To move an item, press space or enter on its handle, then the arrow keys. Press space or enter again to drop it, or escape to cancel.';
/** A press becomes a drag after a few pixels, so that clicks still work. */
const DRAG_DISTANCE_PX = 4;

/** A list reordered by dragging handles or by keyboard; every step is announced. */
export function SortableList<T extends Entry>(props: SortableListProps<T>) {
  const { label, items, nameOf, onSort, children } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (id: UniqueIdentifier) => items.findIndex((item) => item.id === id);
  function drop({ active, over }: DragEndEvent) {
    if (!over || active.id === over.id) return;
    onSort(arrayMove([...items], indexOf(active.id), indexOf(over.id)));
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: announcementsOf(items, nameOf),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext items={[...items]} strategy={verticalListSortingStrategy}>
        <ol className={`plain ${styles.list}`} aria-label={label}>
          {items.map((item) => (
            <SortableRow key={item.id} id={item.id} name={nameOf(item)}>
              {children(item)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface SortableRowProps {
  id: number;
  name: string;
  children: ReactNode;
}

function SortableRow({ id, name, children }: SortableRowProps) {
  const sortable = useSortable({ id });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    sortable;
  return (
    <li
      ref={setNodeRef}
      className={styles.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        className={styles.handle ?? ''}
        {...attributes}
        {...listeners}
        aria-label={`Move ${name}`}
        // Esc then cancels the drag and leaves the surrounding dialog open.
        data-mantine-stop-propagation={isDragging || undefined}
      >
        <IconGripVertical size={16} aria-hidden />
      </ActionIcon>
      <Box flex={1} miw={0}>
        {children}
      </Box>
    </li>
  );
}

function announcementsOf<T extends Entry>(items: readonly T[], nameOf: (item: T) => string): Announcements {
  const name = (id: UniqueIdentifier) => {
    const item = items.find((one) => one.id === id);
    return item ? nameOf(item) : '';
  };
  const position = (id: UniqueIdentifier) =>
    `position ${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}, ${position(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over
        ? `${name(active.id)} is over ${position(over.id)}.`
        : `${name(active.id)} is not over a valid position.`,
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was dropped at ${position(over.id)}.` : `${name(active.id)} was dropped.`,
    onDragCancel: ({ active }) => `The move of ${name(active.id)} was cancelled.`,
  };
}
