type Category =
  | 'API_ERROR'
  | 'AUTHENTICATION_ERROR'
  | 'INVALID_REQUEST_ERROR'
  | 'RATE_LIMIT_ERROR'
  | 'MERCHANT_SUBSCRIPTION_ERROR';

export interface SquareError {
  category: Category;
  code: string;
  detail?: string;
  field?: string;
}

/** An error response of Square. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: SquareError[];
  constructor(status: number, error: SquareError) {
    super(`${error.code}: ${error.detail ?? ''}`);
    this.name = 'ApiError';
    this.status = status;
    this.errors = [error];
  }
}

export function invalid(code: string, detail: string, field?: string): ApiError {
  return new ApiError(400, { category: 'INVALID_REQUEST_ERROR', code, detail, ...(field ? { field } : {}) });
}

export const missing = (field: string): ApiError =>
  invalid('MISSING_REQUIRED_PARAMETER', 'Field must be set', field);

export function notFound(what: string, id: string, field?: string): ApiError {
  return new ApiError(404, {
    category: 'INVALID_REQUEST_ERROR',
    code: 'NOT_FOUND',
    detail: `${what} with ID \`${id}\` not found.`,
    ...(field ? { field } : {}),
  });
}

export const notAuthorized = (
  status: 401 | 403,
  code: string,
  detail = 'This request could not be authorized.',
): ApiError => new ApiError(status, { category: 'AUTHENTICATION_ERROR', code, detail });

/** A feature of Square that this fake lacks: a test that gets this error needs an extension of the fake. */
export const notImplemented = (what: string): ApiError =>
  new ApiError(501, {
    category: 'API_ERROR',
    code: 'NOT_IMPLEMENTED',
    detail: `The fake does not support ${what}.`,
  });

/** Square's error format for a request or response that violates the contract. */
export function contractErrorBody(status: number, detail: string): { errors: SquareError[] } {
  if (status >= 500) return { errors: [{ category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR', detail }] };
  const code = status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST';
  return { errors: [{ category: 'INVALID_REQUEST_ERROR', code, detail }] };
}
