/** The first agent of the test server; every flag set. */
export const OWNER = { username: 'owner', password: 'correct horse battery' };
