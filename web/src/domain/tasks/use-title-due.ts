import { useEffect, useEffectEvent, useRef } from 'react';
import type { ParsedTask } from './parse-task.ts';
import type { TaskValues } from './task-values.ts';
import { useTaskText } from './use-parsed-task.ts';

type Due = Pick<TaskValues, 'due_day' | 'due_time' | 'repeat'>;

interface TitleDueOptions {
  values: TaskValues;
  change: (changes: Due) => void;
  /** The stored title: a day that it names is not parsed. */
  stored: string | undefined;
}

/**
 * The day, time and repetition that a task's title names, in the fields of the task. The agent can change them there,
 * or remove what was parsed, which restores the fields.
 */
export function useTitleDue({ values, change, stored }: TitleDueOptions) {
  const text = useTaskText(values.title === stored ? '' : values.title);
  const applied = useRef<{ key: string | null; before: Due; set: Due } | null>(null);
  const follow = useEffectEvent(() => {
    const { due_day, due_time, repeat } = values;
    if (text.parsed) {
      const before = applied.current?.before ?? { due_day, due_time, repeat };
      const set = dueOf(text.parsed, before);
      applied.current = { key: text.key, before, set };
      return change(set);
    }
    if (!applied.current) return;
    const { before, set } = applied.current;
    applied.current = null;
    const isUntouched = due_day === set.due_day && due_time === set.due_time && repeat === set.repeat;
    if (isUntouched) change(before);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the title names something else
  useEffect(() => follow(), [text.key]);

  const withoutWords = (task: ParsedTask | null, typed: TaskValues): TaskValues => {
    if (!task) return typed;
    // Saved before the fields were updated: what the title names applies.
    const due = applied.current ? typed : dueOf(task, typed);
    return { ...typed, ...dueFields(due), title: task.title };
  };
  return {
    isParsed: text.parsed !== null,
    remove: text.remove,
    /** The values as they are shown. */
    shown: (typed: TaskValues) => withoutWords(text.parsed, typed),
    /** The values to save; the text is parsed even when the parser is still loading. */
    read: async (typed: TaskValues) => withoutWords(await text.read(), typed),
  };
}

const dueFields = ({ due_day, due_time, repeat }: Due): Due => ({ due_day, due_time, repeat });

const dueOf = ({ due_day, due_time, repeat }: ParsedTask, before: Due): Due => ({
  due_day,
  due_time: due_time ?? before.due_time,
  repeat: repeat ?? before.repeat,
});
