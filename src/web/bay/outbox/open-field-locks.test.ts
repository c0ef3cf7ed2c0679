import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFieldLocks } from './open-field-locks.ts'
import { noteField } from './text-drafts.ts'

const KEY = 'rosa 412873 1 cause'
const ANSWER_TIMEOUT_MS = 3000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('over plain http, without Web Locks', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', {})
  })

  test('a draft is left to the tab that has its field, unless that is suspended', async () => {
    const tab = createFieldLocks()
    const tabWithField = createFieldLocks()
    const forget = noteField(KEY, 'waits')
    const task = vi.fn(async () => {})
    await tab.runWithoutField(KEY, task)
    expect(task).not.toHaveBeenCalled()
    // It answers no longer.
    tabWithField.stop()
    const running = tab.runWithoutField(KEY, task)
    await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS)
    await running
    expect(task).toHaveBeenCalledOnce()
    tab.stop()
    forget()
  })
})

type Grant = () => Promise<void>

/** Exclusive Web Locks, which Node 20 does not have, as the specification describes them. */
function createLocks() {
  /** The first of each queue holds the lock. */
  const queues = new Map<string, Grant[]>()
  const request = (
    name: string,
    { ifAvailable, signal }: LockOptions,
    run: (lock: object | null) => unknown,
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      if (ifAvailable === true && queue.length > 0) return resolve(run(null))
      const grant: Grant = async () => {
        await Promise.resolve(run({})).then(resolve, reject)
        queue.shift()
        void queue[0]?.()
      }
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(grant)
        if (at > 0) queue.splice(at, 1)
        if (at > 0) reject(signal.reason)
      })
      queue.push(grant)
      if (queue[0] === grant) void grant()
    })
  return { request }
}

describe('with Web Locks', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { locks: createLocks() })
    vi.stubGlobal('window', new EventTarget())
  })

  test('a draft is left to the tab that has its field, and sent at once when the field is gone', async () => {
    const tab = createFieldLocks()
    const forget = noteField(KEY, 'waits')
    const task = vi.fn(async () => {})
    const other = createFieldLocks()
    await tab.runWithoutField(KEY, task)
    expect(task).not.toHaveBeenCalled()
    forget()
    await tab.runWithoutField(KEY, task)
    expect(task).toHaveBeenCalledOnce()
    tab.stop()
    other.stop()
  })

  test('why a draft was not sent is its sender’s to know', async () => {
    const tab = createFieldLocks()
    await expect(tab.runWithoutField(KEY, () => Promise.reject(new Error('No answer.')))).rejects.toThrow(
      'No answer.',
    )
    tab.stop()
  })

  test('a lock that its tab never got, as another one is sending, holds nothing up', async () => {
    const sender = createFieldLocks()
    let finish = (): void => {}
    const sending = sender.runWithoutField(
      KEY,
      () =>
        new Promise(resolve => {
          finish = resolve
        }),
    )
    const tab = createFieldLocks()
    noteField(KEY, 'waits')()
    const task = vi.fn(async () => {})
    const running = tab.runWithoutField(KEY, task)
    await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS)
    await running
    expect(task).toHaveBeenCalledOnce()
    finish()
    await sending
    for (const one of [sender, tab]) one.stop()
  })
})
