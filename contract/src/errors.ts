/** Every error code the API can answer, with its HTTP status (decisions A23). One table, no second list. */
export const ERROR_STATUS = {
  validation_failed: 400,
  malformed_request: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  invalid_link: 401,
  not_allowed: 403,
  link_expired: 403,
  not_found: 404,
  duplicate: 409,
  conflict: 409,
  likely_repeat: 409,
  wrong_state: 409,
  has_related_data: 409,
  confirmation_needed: 409,
  idempotency_mismatch: 409,
  too_large: 413,
  unsupported_media_type: 415,
  wrong_host: 421,
  too_many_requests: 429,
  internal: 500,
  provider_unavailable: 502,
  unavailable: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One wrong input: `path` is the field name as sent, `message` a sentence for people. */
export interface FieldError {
  path: string;
  message: string;
}

/** The wire form of every error answer. */
export interface ErrorBody {
  success: false;
  message: string;
  code: ErrorCode;
  details?: { fields?: FieldError[]; requestId?: string; [key: string]: unknown };
}
