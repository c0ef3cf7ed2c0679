import type { Fault } from '#web/api.ts'
import { notify } from '#web/ui/notify.tsx'

/**
 * Says that a press of the clock failed. Out of reach, nobody knows whether it has arrived: pressed
 * again it is the same wish, and happens once.
 */
export const clockFault =
  (button: 'Clock In' | 'Clock Out') =>
  ({ code, message, requestId }: Fault): void =>
    code === 'OFFLINE'
      ? notify.failure(
          `The server cannot be reached, so your clock may still be ${button === 'Clock In' ? 'off' : 'on'}. Press ${button} again in a moment.`,
        )
      : notify.failure(message, { requestId })
