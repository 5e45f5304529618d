import { useEffect, useState } from 'react';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { dayIn, timeIn } from '../today.ts';
import type { Here, Understood } from './understand.ts';

type Reader = typeof import('./understand.ts').understandTask;

/** Loaded with the first typed letter: no screen waits for it. */
let reader: Promise<Reader> | undefined;

async function loadReader(): Promise<Reader> {
  reader ??= import('./understand.ts').then(({ understandTask }) => understandTask);
  return reader;
}

/** Current day and time at the brokerage. */
export function useHere(): () => Here {
  const { time_zone } = usePublicSettings();
  return () => ({ today: dayIn(time_zone), now: timeIn(time_zone) });
}

/** The day a line names for a task; null where it names none, or the parser has not loaded: it is a title then. */
export function useUnderstood(line: string): Understood | null {
  const [read, setRead] = useState<Reader | null>(null);
  const here = useHere();
  const isTyping = line.trim() !== '';
  useEffect(() => {
    if (!isTyping || read) return;
    let isThere = true;
    loadReader().then(
      (loaded) => {
        if (isThere) setRead(() => loaded);
      },
      (error: unknown) => {
        reader = undefined;
        console.error('the date parser could not be loaded', error);
      },
    );
    return () => {
      isThere = false;
    };
  }, [isTyping, read]);
  return isTyping && read ? read(line, here()) : null;
}

const keyOf = ({ due_day, due_time, repeat }: Understood) => [due_day, due_time, repeat].join();

/** The task in a line of text, unless the agent has removed the day it names; the same on every screen. */
export function useTaskText(line: string) {
  const found = useUnderstood(line);
  const here = useHere();
  const [removed, setRemoved] = useState<string | null>(null);
  // The next line is a new task.
  if (removed !== null && line.trim() === '') setRemoved(null);
  const unlessRemoved = (task: Understood | null) => (task && keyOf(task) !== removed ? task : null);
  const understood = unlessRemoved(found);
  return {
    understood,
    /** Identifies the day, time and repetition; null without them. */
    key: understood && keyOf(understood),
    remove: () => setRemoved(found && keyOf(found)),
    /** For saving: also when the parser is still loading. */
    async read(): Promise<Understood | null> {
      try {
        return unlessRemoved((await loadReader())(line, here()));
      } catch (error) {
        reader = undefined;
        console.error('the date parser could not be loaded', error);
        throw new Error('The text could not be checked for a date. Check your connection and try again.');
      }
    },
  };
}
