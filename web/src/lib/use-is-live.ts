import { useSyncExternalStore } from 'react';
import { isLiveOpen, subscribeLiveState } from './live.ts';

/** Whether live updates are connected. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribeLiveState, isLiveOpen);
}
