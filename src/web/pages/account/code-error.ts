import { AuthError } from '#web/api/session.ts'

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  INVALID_CODE: 'That code is wrong or was already used. It changes every 30 seconds.',
  INVALID_BACKUP_CODE: 'That recovery code is wrong or was already used.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Wait 15 minutes and try again.',
}

// After the password, the code may be entered for ten minutes and five tries.
const EXPIRED_CODES = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']

/** The error shown beside a refused code. */
export const codeError = (error: Error): string =>
  (error instanceof AuthError ? ERROR_MESSAGES[error.code] : undefined) ?? error.message

/** Whether the password has to be entered again before another code. */
export const isExpired = (error: Error): boolean =>
  error instanceof AuthError && EXPIRED_CODES.includes(error.code)
