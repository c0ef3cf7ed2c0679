// Which drafts have a field in which tab: a tab holds the lock of each of its fields, or waits for it, and a draft
// without a field is sent under that lock by one tab alone.

import { runInOneTab } from '#web/api/browser/tab-lock.ts'
import { listFields, subscribeToDrafts } from './text-drafts.ts'

/** A tab that has a field and does not answer for so long was suspended. */
const ANSWER_TIMEOUT_MS = 3000

/** Runs `task` unless another tab that is not suspended has a field for the draft `key`. */
export type RunWithoutField = (key: string, task: () => Promise<void>) => Promise<void>

type FieldMessage = { readonly type: 'asked' | 'answered'; readonly key: string }

const lockName = (key: string): string => `rigwright text-field ${key}`

/** Returns how to release it; resolves when it is. While another tab is sending the draft it is not held yet. */
function holdLock(key: string): () => Promise<unknown> {
  const leaving = new AbortController()
  const { signal } = leaving
  const isLeft = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
  const released = runInOneTab(lockName(key), { signal, waits: true }, () => isLeft)
  return () => {
    leaving.abort()
    return released
  }
}

/** Holds this tab's locks until `stop`. */
export function createFieldLocks(): { readonly runWithoutField: RunWithoutField; readonly stop: () => void } {
  const channel = new BroadcastChannel('rigwright text-fields')
  /** How to release each lock. */
  const held = new Map<string, () => Promise<unknown>>()
  let releasing: Promise<unknown> = Promise.resolve()

  const update = (fields: readonly string[]): void => {
    for (const key of fields) if (!held.has(key)) held.set(key, holdLock(key))
    for (const [key, release] of held) {
      if (fields.includes(key)) continue
      held.delete(key)
      releasing = Promise.all([releasing, release()])
    }
  }

  channel.addEventListener('message', ({ data: { type, key } }: MessageEvent<FieldMessage>) => {
    if (type === 'asked' && listFields().includes(key))
      channel.postMessage({ type: 'answered', key } satisfies FieldMessage)
  })
  /** Whether a tab says that it has the field. */
  const ask = (key: string): Promise<boolean> => {
    const asking = new AbortController()
    const { signal } = asking
    const answer = new Promise<boolean>(resolve => {
      setTimeout(resolve, ANSWER_TIMEOUT_MS, false)
      const onMessage = ({ data }: MessageEvent<FieldMessage>): void => {
        if (data.type === 'answered' && data.key === key) resolve(true)
      }
      channel.addEventListener('message', onMessage, { signal })
    })
    channel.postMessage({ type: 'asked', key } satisfies FieldMessage)
    return answer.finally(() => asking.abort())
  }

  // Over plain http, except on the same machine: then every tab is asked, by the one that has the outbox's lease.
  const hasLocks = navigator.locks !== undefined
  const unsubscribe = hasLocks ? subscribeToDrafts(() => update(listFields())) : () => {}
  if (hasLocks) update(listFields())

  return {
    runWithoutField: async (key, task) => {
      await releasing
      // The lock is released however the task ends.
      let sending = null as Promise<void> | null
      const send = (): Promise<void> => {
        sending = task()
        return sending
      }
      if (hasLocks) await runInOneTab(lockName(key), {}, send)
      if (sending === null && !(await ask(key))) sending = task()
      await sending
    },
    stop: () => {
      unsubscribe()
      update([])
      channel.close()
    },
  }
}
