import { createContext } from 'react';

/** The shell header's element that a page's PageHeader fills; null without a shell. */
export const PageHeaderSlot = createContext<HTMLElement | null>(null);
