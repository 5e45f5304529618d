import { useSyncExternalStore } from 'react';
import { isLiveOpen, subscribeLiveState } from './live.ts';

/** Whether what others change is heard at the moment. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribeLiveState, isLiveOpen);
}
