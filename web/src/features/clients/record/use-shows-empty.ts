import { useState } from 'react';
import { signedInAgent } from '../../../lib/sign-in.ts';

/** Local storage key for the cards that show empty fields, per signed-in agent. */
const keyOfAgent = () => `client.empty.${signedInAgent()?.id ?? 0}`;

function storedCards(): string[] {
  return (localStorage.getItem(keyOfAgent()) ?? '').split(' ').filter(Boolean);
}

/** Whether a card shows its empty fields. Persisted across clients and visits. */
export function useShowsEmpty(card: string): { showsEmpty: boolean; toggle: () => void } {
  const [showsEmpty, setShown] = useState(() => storedCards().includes(card));
  function toggle() {
    const others = storedCards().filter((stored) => stored !== card);
    localStorage.setItem(keyOfAgent(), (showsEmpty ? others : [...others, card]).join(' '));
    setShown(!showsEmpty);
  }
  return { showsEmpty, toggle };
}
