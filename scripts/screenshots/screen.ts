import type { Page } from '@playwright/test';

/** A screenshot: how to open the screen and wait until it is complete. */
export interface Screen {
  name: string;
  isSignedOut?: boolean;
  isFullPage?: boolean;
  /** Covers a screen that does not load. */
  isCovering?: boolean;
  open: (page: Page, token: string) => Promise<void>;
}
