import { createContext } from 'react';

/** The element of the shell's header that a page's PageHeader fills; null where there is no shell. */
export const PageHeaderSlot = createContext<HTMLElement | null>(null);
