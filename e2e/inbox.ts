import path from 'node:path';

/** Where the journeys find the emails that were sent. */
export const inboxOf = (dataDir: string): string => path.join(dataDir, 'e2e-inbox');
