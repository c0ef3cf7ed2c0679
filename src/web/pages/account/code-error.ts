import { AuthError } from '#web/api/session.ts'

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  INVALID_CODE: 'This is not the code, or it was used already. It changes every 30 seconds.',
  INVALID_BACKUP_CODE: 'This is not one of your recovery codes, or it was used already.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Wait 15 minutes and try again.',
}

// The way from the password to the code is open for ten minutes and five tries.
const EXPIRED_CODES = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']

/** What stands beside a code that was refused. */
export const codeError = (error: Error): string =>
  (error instanceof AuthError ? ERROR_MESSAGES[error.code] : undefined) ?? error.message

/** Whether the password has to be asked again before another code. */
export const isExpired = (error: Error): boolean =>
  error instanceof AuthError && EXPIRED_CODES.includes(error.code)
