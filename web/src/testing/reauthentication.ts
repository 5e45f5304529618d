/** How an agent proves who has a password and nothing beside it. */
export const PASSWORD_ALONE = {
  needs_code: false,
  has_passkey: false,
  has_password: true,
  has_code: false,
  has_sso: false,
} as const;
