import type { AppError } from '#web/api/client.ts'
import type { ShowError } from '#web/api/use-mutation-once.ts'

const UNREACHABLE_PREFIX = 'The server cannot be reached. Keep this page open:'

const MESSAGES = {
  'Clock In': {
    unreached: `${UNREACHABLE_PREFIX} Clock In is sent again if the connection is back within five minutes. If your clock is still off then, press Clock In again.`,
    lateMessage: 'The connection is back. Your clock was started.',
  },
  'Clock Out': {
    unreached: `${UNREACHABLE_PREFIX} Clock Out is sent again if the connection is back within five minutes. If your clock still runs then, press Clock Out again.`,
    lateMessage: 'The connection is back. Your clock was stopped.',
  },
} as const

/**
 * What a press of the clock says when it failed. Out of reach, nobody knows whether it has arrived: sent
 * again, by itself or by a press, it is the same wish, and happens once.
 */
export function clockErrorOptions(button: keyof typeof MESSAGES) {
  const { unreached: unreachable, lateMessage } = MESSAGES[button]
  const onError = (error: AppError, showError: ShowError): void =>
    showError(error.code === 'OFFLINE' ? { ...error, message: unreachable } : error)
  return { lateMessage: lateMessage, onError: onError }
}
