import type { Fault } from '#web/api/client.ts'
import type { Tell } from '#web/api/use-mutation-once.ts'

const UNREACHED = 'The server cannot be reached. Keep this page open:'

const WORDS = {
  'Clock In': {
    unreached: `${UNREACHED} Clock In is sent again if the connection is back within five minutes. If your clock is still off then, press Clock In again.`,
    saidLate: 'The connection is back. Your clock was started.',
  },
  'Clock Out': {
    unreached: `${UNREACHED} Clock Out is sent again if the connection is back within five minutes. If your clock still runs then, press Clock Out again.`,
    saidLate: 'The connection is back. Your clock was stopped.',
  },
} as const

/**
 * What a press of the clock says when it failed. Out of reach, nobody knows whether it has arrived: sent
 * again, by itself or by a press, it is the same wish, and happens once.
 */
export function clockWords(button: keyof typeof WORDS) {
  const { unreached, saidLate } = WORDS[button]
  const onFault = (fault: Fault, tell: Tell): void =>
    tell(fault.code === 'OFFLINE' ? { ...fault, message: unreached } : fault)
  return { saidLate, onFault }
}
