/** The test card of the built-in provider. Its number never breaks across lines. */
export const TEST_CARD = {
  number: '4111\u00a01111\u00a01111\u00a01111',
  until: '12/34',
  code: '111',
} as const;
