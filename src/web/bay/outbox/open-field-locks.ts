// Which drafts have a field in which tab: a tab holds a lock for each of its fields, as any number of tabs may, and a
// draft without a field is sent under that lock by one tab alone.

import { listFields, subscribeToDrafts } from './text-drafts.ts'

/** A tab that has a field and does not answer for so long was suspended. */
const ANSWER_TIMEOUT_MS = 3000

/** Runs `task` unless another tab that is not suspended has a field for the draft `key`. */
export type RunWithoutField = (key: string, task: () => Promise<void>) => Promise<void>

type FieldMessage = { readonly type: 'asked' | 'answered'; readonly key: string }

type HeldLock = { readonly release: () => void; readonly released: Promise<unknown> }

/** Holds this tab's locks until `stop`. */
export function createFieldLocks(): { readonly runWithoutField: RunWithoutField; readonly stop: () => void } {
  const channel = new BroadcastChannel('rigwright text-fields')
  const held = new Map<string, HeldLock>()
  /** Locks that are being released. */
  const releasing = new Map<string, Promise<unknown>>()
  const lockName = (key: string): string => `rigwright text-field ${key}`

  const hold = (key: string): HeldLock => {
    // Not granted yet, because another tab is sending the draft, it is no longer waited for.
    const leaving = new AbortController()
    const { signal } = leaving
    const isLeft = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))
    const released = navigator.locks
      .request(lockName(key), { mode: 'shared', signal }, () => isLeft)
      .catch(() => {})
    return { release: () => leaving.abort(), released }
  }
  const drop = (key: string, { release, released }: HeldLock): void => {
    held.delete(key)
    release()
    releasing.set(key, released)
  }
  const update = (): void => {
    const fields = listFields()
    for (const key of fields) if (!held.has(key)) held.set(key, hold(key))
    for (const [key, lock] of held) if (!fields.includes(key)) drop(key, lock)
  }

  channel.addEventListener('message', ({ data: { type, key } }: MessageEvent<FieldMessage>) => {
    if (type === 'asked' && listFields().includes(key))
      channel.postMessage({ type: 'answered', key } satisfies FieldMessage)
  })
  /** Whether a tab says that it has the field. */
  const ask = (key: string): Promise<boolean> =>
    new Promise(resolve => {
      const asking = new AbortController()
      const settle = (hasField: boolean): void => {
        asking.abort()
        clearTimeout(timer)
        resolve(hasField)
      }
      const timer = setTimeout(() => settle(false), ANSWER_TIMEOUT_MS)
      channel.addEventListener(
        'message',
        ({ data }: MessageEvent<FieldMessage>) => {
          if (data.type === 'answered' && data.key === key) settle(true)
        },
        { signal: asking.signal },
      )
      channel.postMessage({ type: 'asked', key } satisfies FieldMessage)
    })

  // Over plain http, except on the same machine: then every tab is asked, by the one that has the outbox's lease.
  const hasLocks = navigator.locks !== undefined
  const unsubscribe = hasLocks ? subscribeToDrafts(update) : () => {}
  if (hasLocks) update()

  return {
    runWithoutField: async (key, task) => {
      const runUnlessAnswered = async (): Promise<void> => {
        if (!(await ask(key))) await task()
      }
      if (!hasLocks) return runUnlessAnswered()
      await releasing.get(key)
      releasing.delete(key)
      await navigator.locks.request(lockName(key), { ifAvailable: true }, lock =>
        lock === null ? runUnlessAnswered() : task(),
      )
    },
    stop: () => {
      unsubscribe()
      for (const [key, lock] of held) drop(key, lock)
      channel.close()
    },
  }
}
