import type { AppError } from '#web/api/client.ts'
import type { ShowError } from '#web/api/use-mutation-once.ts'

const UNREACHABLE_PREFIX = 'Can’t reach the server. Keep this page open:'

const MESSAGES = {
  'Clock In': {
    unreachable: `${UNREACHABLE_PREFIX} when you’re back online, Clock In counts from when you pressed it.`,
    lateMessage: 'Back online. You’re clocked in.',
  },
  'Clock Out': {
    unreachable: `${UNREACHABLE_PREFIX} when you’re back online, Clock Out counts from when you pressed it.`,
    lateMessage: 'Back online. You’re clocked out.',
  },
} as const

/**
 * The messages of failed clock presses. If the server was unreachable, the press may have arrived: sent again, it is
 * the same command, and happens once.
 */
export function clockErrorOptions(button: keyof typeof MESSAGES) {
  const { unreachable, lateMessage } = MESSAGES[button]
  const onError = (error: AppError, showError: ShowError): void =>
    showError(error.code === 'OFFLINE' ? { ...error, message: unreachable } : error)
  return { lateMessage, onError }
}
