import type { Fault } from '#web/api.ts'
import { notify } from '#web/ui/notify.ts'

const AGAIN = {
  'Clock In': 'If your clock is still off in a moment, press Clock In again.',
  'Clock Out': 'If your clock still runs in a moment, press Clock Out again.',
} as const

/**
 * Says that a press of the clock failed. Out of reach, nobody knows whether it has arrived: pressed
 * again it is the same wish, and happens once.
 */
export const clockFault =
  (button: keyof typeof AGAIN) =>
  ({ code, message, requestId }: Fault): void =>
    code === 'OFFLINE'
      ? notify.failure(`The server cannot be reached. ${AGAIN[button]}`)
      : notify.failure(message, { requestId })
