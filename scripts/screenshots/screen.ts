import type { Page } from '@playwright/test';

/** One picture: how to get to the screen and when it is complete. */
export interface Screen {
  name: string;
  isSignedOut?: boolean;
  isFullPage?: boolean;
  open: (page: Page, token: string) => Promise<void>;
}
