import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { EditForm } from '../editing/use-edit-form.ts';
import type { DialogDefinition, FieldSection } from './client-cards.ts';

export type Slots = ReturnType<typeof useSlots>;

/** Which repeatable slots (dependents, beneficiaries) are shown: filled and newly added ones. */
export function useSlots(definition: DialogDefinition, edit: EditForm) {
  const slots = definition.sections.filter((section) => section.isSlot);
  const isFilled = (slot: FieldSection) => slot.fields.some((name) => edit.texts[name]);
  const [shown, setShown] = useState(() => {
    const filled = slots.filter(isFilled);
    return filled.length > 0 ? filled : slots.slice(0, 1);
  });
  const [added, setAdded] = useState<FieldSection | null>(null);
  const focusField = useRef(edit.focus);
  useEffect(() => {
    if (added) focusField.current(added.fields[0] ?? '');
  }, [added]);
  const free = slots.filter((slot) => !shown.includes(slot));
  const isHidden = (section: FieldSection) => section.isSlot === true && !shown.includes(section);
  return {
    isHidden,
    firstShown: definition.sections.findIndex((section) => !isHidden(section)),
    canAdd: free.length > 0,
    add() {
      const [next] = free;
      if (!next) return;
      setShown([...shown, next]);
      setAdded(next);
    },
    /** Clears the slot; its birth date is sent as null (decisions D5). */
    remove(slot: FieldSection) {
      for (const name of slot.fields) edit.setText(name, '');
      setShown(shown.filter((other) => other !== slot));
    },
  };
}

export function SlotButtons({ slots, name }: { slots: Slots; name: string | undefined }) {
  if (!name || !slots.canAdd) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={slots.add}
      style={{ alignSelf: 'flex-start' }}
    >
      Add {name}
    </Button>
  );
}
