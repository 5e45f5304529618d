/** Re-authentication methods of an agent with a password and no two-factor authentication. */
export const PASSWORD_ALONE = {
  needs_code: false,
  has_passkey: false,
  has_password: true,
  has_code: false,
  has_sso: false,
} as const;
