/** The card of the built-in provider: everybody's, and nobody's. Its number never breaks across lines. */
export const TEST_CARD = {
  number: '4111\u00a01111\u00a01111\u00a01111',
  until: '12/34',
  code: '111',
} as const;
