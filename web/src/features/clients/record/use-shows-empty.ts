import { useState } from 'react';
import { signedInAgent } from '../../../lib/sign-in.ts';

/** Where this browser keeps which cards show their empty fields, for each agent who signs in here. */
const keyOfAgent = () => `client.empty.${signedInAgent()?.id ?? 0}`;

function storedCards(): string[] {
  return (localStorage.getItem(keyOfAgent()) ?? '').split(' ').filter(Boolean);
}

/** Whether a card shows its empty fields; remembered for the next client and the next visit. */
export function useShowsEmpty(card: string): { showsEmpty: boolean; toggle: () => void } {
  const [showsEmpty, setShown] = useState(() => storedCards().includes(card));
  function toggle() {
    const others = storedCards().filter((stored) => stored !== card);
    localStorage.setItem(keyOfAgent(), (showsEmpty ? others : [...others, card]).join(' '));
    setShown(!showsEmpty);
  }
  return { showsEmpty, toggle };
}
