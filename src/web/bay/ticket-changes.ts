// Which of the bay's tickets have changed since they were stored: the live stream says it, and when it resumes it
// continues at the stored version, so that only what changed meanwhile is fetched again.

import type { CompanyChange } from '#contract/live-changes.ts'
import { worksOn } from '#domain/account/permission.ts'
import type { StreamEvent, TabMessage } from '#web/api/live/event-stream.ts'

export type Changes = {
  /** The last version heard of; null if none. */
  readonly version: number | null
  /** Whether anything may have changed. */
  readonly isAll: boolean
  readonly ticketIds: ReadonlySet<number>
}

type StreamMessage = StreamEvent<CompanyChange> | TabMessage

/** `changes` after one message of the stream. `isOfBay`: whether a change of a ticket concerns this bay. */
export function applyMessage(
  changes: Changes,
  message: StreamMessage,
  isOfBay: (change: CompanyChange) => boolean,
): Changes {
  switch (message.type) {
    case 'up':
    case 'down':
    case 'new':
      return changes
    case 'version':
      // The leader is ahead: what it forwarded before was missed.
      return changes.version === message.version
        ? changes
        : { ...changes, version: message.version, isAll: true }
    case 'reset':
      return { ...changes, version: message.version ?? changes.version, isAll: true }
    case 'change': {
      const { kind, id } = message.change
      const version = message.version ?? changes.version
      if (kind === 'ticket')
        return isOfBay(message.change)
          ? { ...changes, version, ticketIds: new Set([...changes.ticketIds, Number(id)]) }
          : { ...changes, version }
      return { ...changes, version, isAll: changes.isAll || kind !== 'employee' }
    }
  }
}

/** What has changed since the bay of `account` was stored, collected while the page is open. */
export type ChangeLog = {
  readonly account: string
  readonly current: () => Changes
  /** Takes what has changed so far; `putBack` it if it could not be fetched. */
  readonly take: () => Changes
  readonly putBack: (changes: Changes) => void
  /** The tickets whose changes count even when this person no longer works on them. */
  readonly setStored: (ticketIds: readonly number[]) => void
  /** When the stream last said that the server is there; 0 if it never did. */
  readonly lastContactAt: () => number
  readonly onMessage: (listener: () => void) => void
  readonly stop: () => void
}

let log: ChangeLog | null = null

/** The log of this page's user, if it has started. */
export const currentChangeLog = (): ChangeLog | null => log

/** Starts it, unless it runs. `version`: up to which the stored tickets are complete; null if unknown. */
export function startChangeLog(
  account: string,
  version: number | null,
  ticketIds: readonly number[],
): ChangeLog {
  if (log?.account === account) return log
  log?.stop()
  const nothing: Changes = { version, isAll: false, ticketIds: new Set() }
  let changes: Changes = { ...nothing, isAll: version === null }
  let stored: ReadonlySet<number> = new Set(ticketIds)
  let contactAt = 0
  let notify = (): void => {}
  const isOfBay = ({ id, card }: CompanyChange): boolean =>
    (card !== null && worksOn(account, card)) || stored.has(Number(id))
  // The tab that listens to the stream forwards it here (api/live/event-stream.ts), this one included.
  const channel = new BroadcastChannel(`rigwright /api/live ${account}`)
  const askVersion = (): void => channel.postMessage({ type: 'new' })
  channel.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => {
    changes = applyMessage(changes, data, isOfBay)
    if (data.type === 'up') contactAt = Date.now()
    if (data.type === 'up' && changes.version === null) askVersion()
    if (data.type !== 'down' && data.type !== 'new') notify()
  })
  askVersion()
  log = {
    account,
    current: () => changes,
    take: () => {
      const taken = changes
      changes = { ...nothing, version: taken.version }
      return taken
    },
    putBack: ({ isAll, ticketIds: back }) => {
      changes = {
        ...changes,
        isAll: changes.isAll || isAll,
        ticketIds: new Set([...back, ...changes.ticketIds]),
      }
    },
    setStored: next => {
      stored = new Set(next)
    },
    lastContactAt: () => contactAt,
    onMessage: listener => {
      notify = listener
    },
    stop: () => {
      channel.close()
      log = null
    },
  }
  return log
}
