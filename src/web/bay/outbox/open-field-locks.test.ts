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

type Request = {
  readonly isShared: boolean
  readonly grant: () => Promise<void>
}

/** Web Locks, which Node 20 does not have, as the specification describes them. */
function createLocks() {
  const queues = new Map<string, { held: Request[]; waiting: Request[] }>()
  const queueOf = (name: string) => {
    const queue = queues.get(name) ?? { held: [], waiting: [] }
    queues.set(name, queue)
    return queue
  }
  const isFree = (held: readonly Request[], { isShared }: Request): boolean =>
    held.length === 0 || (isShared && held.every(one => one.isShared))
  const grantNext = (name: string): void => {
    const { held, waiting } = queueOf(name)
    const [next] = waiting
    if (next === undefined || !isFree(held, next)) return
    waiting.shift()
    held.push(next)
    void next.grant().finally(() => {
      held.splice(held.indexOf(next), 1)
      grantNext(name)
    })
    grantNext(name)
  }
  const request = (
    name: string,
    { mode, ifAvailable, signal }: LockOptions,
    run: (lock: object | null) => unknown,
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { held, waiting } = queueOf(name)
      const one: Request = {
        isShared: mode === 'shared',
        grant: async () => resolve(await run({})),
      }
      if (ifAvailable === true && !(waiting.length === 0 && isFree(held, one))) return resolve(run(null))
      signal?.addEventListener('abort', () => {
        const at = waiting.indexOf(one)
        if (at < 0) return
        waiting.splice(at, 1)
        reject(signal.reason)
        grantNext(name)
      })
      waiting.push(one)
      grantNext(name)
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
