/** The first agent of the test server, with every flag set. */
export const OWNER = { username: 'owner', password: 'correct horse battery' };
