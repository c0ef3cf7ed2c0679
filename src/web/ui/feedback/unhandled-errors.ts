// An error that no code handles, as of a button's handler, is shown: otherwise it looks as if nothing had happened.

import { notify } from './notify.ts'

const UNHANDLED_ERROR_MESSAGE =
  'Something went wrong on this page, and what you just did may not have been done. Reload the page and try again.'

/** Scripts that are not ours, as of extensions. */
const FOREIGN_SCRIPT = /\b[a-z-]+-extension:\/\//

/**
 * Whether the error may have stopped what the person did. Browsers also report without an error: layout that a
 * ResizeObserver did not finish, and other sites' scripts.
 */
export function isShown(error: unknown): boolean {
  if (error === undefined || error === null) return false
  const { name, stack = '' } = error as Partial<Error>
  return name !== 'AbortError' && !FOREIGN_SCRIPT.test(stack)
}

/** Called once at start. */
export function showUnhandledErrors(): void {
  const show = (error: unknown): void => {
    if (isShown(error)) notify.failure(UNHANDLED_ERROR_MESSAGE)
  }
  addEventListener('error', ({ error }) => show(error))
  addEventListener('unhandledrejection', ({ reason }) => show(reason))
}
