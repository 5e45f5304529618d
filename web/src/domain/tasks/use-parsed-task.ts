import { useEffect, useState } from 'react';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { dayIn, timeIn } from '../today.ts';
import type { BrokerageNow, ParsedTask } from './parse-task.ts';

type Reader = typeof import('./parse-task.ts').parseTask;

/** Loaded with the first typed letter: no screen waits for it. */
let reader: Promise<Reader> | undefined;

async function loadReader(): Promise<Reader> {
  reader ??= import('./parse-task.ts').then(({ parseTask }) => parseTask);
  return reader;
}

/** Current day and time at the brokerage. */
export function useBrokerageNow(): () => BrokerageNow {
  const { time_zone } = usePublicSettings();
  return () => ({ today: dayIn(time_zone), now: timeIn(time_zone) });
}

/** The task in a line that names a day; null if it names none or the parser has not loaded: the line is a title then. */
export function useParsedTask(line: string): ParsedTask | null {
  const [read, setRead] = useState<Reader | null>(null);
  const brokerageNow = useBrokerageNow();
  const isTyping = line.trim() !== '';
  useEffect(() => {
    if (!isTyping || read) return;
    let isMounted = true;
    loadReader().then(
      (loaded) => {
        if (isMounted) setRead(() => loaded);
      },
      (error: unknown) => {
        reader = undefined;
        console.error('the date parser could not be loaded', error);
      },
    );
    return () => {
      isMounted = false;
    };
  }, [isTyping, read]);
  return isTyping && read ? read(line, brokerageNow()) : null;
}

const keyOf = ({ due_day, due_time, repeat }: ParsedTask) => [due_day, due_time, repeat].join();

/** The task in a line of text, unless the agent has removed the day it names; the same on every screen. */
export function useTaskText(line: string) {
  const found = useParsedTask(line);
  const brokerageNow = useBrokerageNow();
  const [removed, setRemoved] = useState<string | null>(null);
  // The next line is a new task.
  if (removed !== null && line.trim() === '') setRemoved(null);
  const unlessRemoved = (task: ParsedTask | null) => (task && keyOf(task) !== removed ? task : null);
  const parsed = unlessRemoved(found);
  return {
    parsed,
    /** Identifies the day, time and repetition; null without them. */
    key: parsed && keyOf(parsed),
    remove: () => setRemoved(found && keyOf(found)),
    /** For saving: also when the parser is still loading. */
    async read(): Promise<ParsedTask | null> {
      try {
        return unlessRemoved((await loadReader())(line, brokerageNow()));
      } catch (error) {
        reader = undefined;
        console.error('the date parser could not be loaded', error);
        throw new Error('The text could not be checked for a date. Check your connection and try again.');
      }
    },
  };
}
