import type { AppError } from '#web/api/client.ts'
import type { ShowError } from '#web/api/use-mutation-once.ts'

const UNREACHABLE_PREFIX = 'Can’t reach the server. Keep this page open:'

const tooOld = (button: string): string =>
  `${button} was not recorded: you pressed it more than three days ago. Tell the desk.`

const MESSAGES = {
  'Clock In': {
    unreachable: `${UNREACHABLE_PREFIX} when you’re back online, Clock In counts from when you pressed it.`,
    late: { done: 'Back online. You’re clocked in.', tooOld: tooOld('Clock In') },
  },
  'Clock Out': {
    unreachable: `${UNREACHABLE_PREFIX} when you’re back online, Clock Out counts from when you pressed it.`,
    late: { done: 'Back online. You’re clocked out.', tooOld: tooOld('Clock Out') },
  },
} as const

/**
 * The messages of failed clock presses. If the server was unreachable, the press may have arrived: sent again, it is
 * the same command, and happens once.
 */
export function clockErrorOptions(button: keyof typeof MESSAGES) {
  const { unreachable, late } = MESSAGES[button]
  const onError = (error: AppError, showError: ShowError): void =>
    showError(error.code === 'OFFLINE' ? { ...error, message: unreachable } : error)
  return { late, onError }
}
