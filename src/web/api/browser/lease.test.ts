import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  LEASE_MS,
  type LeaseMessage,
  type LeaseStore,
  type Leases,
  RENEWAL_INTERVAL_MS,
  runWithLease,
} from './lease.ts'

const NAME = 'stream'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2027, 2, 3) })
})
afterEach(() => {
  vi.useRealTimers()
})

type AttemptOptions = { readonly waits?: boolean; readonly isStolen?: boolean }

/** A browser whose tabs share leases and messages. */
function createBrowser() {
  let leases: Leases = {}
  const listeners = new Map<string, (message: LeaseMessage) => void>()
  const leaders = new Set<string>()
  let mostLeaders = 0

  function openTab(holder: string, { waits = true, isStolen = false }: AttemptOptions = {}) {
    let isAlive = true
    let isBroken = false
    const store: LeaseStore = {
      update: async change => {
        await Promise.resolve()
        if (isBroken) throw new Error('Nothing can be stored.')
        if (!isAlive) return new Promise(() => {})
        leases = change(leases)
        return leases
      },
    }
    const post = (message: LeaseMessage): void => {
      if (!isAlive) return
      for (const [other, listener] of [...listeners]) if (other !== holder) listener(message)
    }
    const channel = {
      post,
      subscribe: (listener: (message: LeaseMessage) => void) => void listeners.set(holder, listener),
      close: () => void listeners.delete(holder),
    }
    const stopping = new AbortController()
    const base = { name: NAME, holder, store, channel, now: Date.now, signal: stopping.signal }
    const lead = async (ended: AbortSignal): Promise<void> => {
      leaders.add(holder)
      mostLeaders = Math.max(mostLeaders, leaders.size)
      await new Promise<void>(resolve => ended.addEventListener('abort', () => resolve()))
      leaders.delete(holder)
    }
    return {
      start: () => runWithLease({ ...base, waits, isStolen }, lead),
      stop: () => stopping.abort(),
      post,
      breakStore: () => {
        isBroken = true
      },
      /** The browser stops it at once. */
      kill: () => {
        isAlive = false
        listeners.delete(holder)
        leaders.delete(holder)
      },
    }
  }
  return { openTab, leaders: () => [...leaders], mostLeaders: () => mostLeaders, leases: () => leases }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('of seven tabs one leads, and another follows as soon as it ends', async () => {
  const browser = createBrowser()
  const tabs = Array.from({ length: 7 }, (_, index) => browser.openTab(`tab ${index}`))
  for (const tab of tabs) void tab.start()
  await vi.advanceTimersByTimeAsync(10 * LEASE_MS)
  expect(browser.leaders()).toEqual(['tab 0'])
  tabs[0]?.stop()
  await settle()
  expect(browser.leaders()).toHaveLength(1)
  expect(browser.leaders()).not.toEqual(['tab 0'])
  expect(browser.mostLeaders()).toBe(1)
})

test('the lease of a killed tab ends, and no two tabs lead meanwhile', async () => {
  const browser = createBrowser()
  const [killed, waiting] = [browser.openTab('killed'), browser.openTab('waiting')]
  void killed.start()
  await settle()
  void waiting.start()
  await vi.advanceTimersByTimeAsync(2 * LEASE_MS + RENEWAL_INTERVAL_MS)
  expect(browser.leaders()).toEqual(['killed'])
  killed.kill()
  await vi.advanceTimersByTimeAsync(LEASE_MS - 1)
  expect(browser.leaders()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(browser.leaders()).toEqual(['waiting'])
  expect(browser.mostLeaders()).toBe(1)
})

test('a tab that is being closed leaves its lease without the store', async () => {
  const browser = createBrowser()
  const [closed, waiting] = [browser.openTab('closed'), browser.openTab('waiting')]
  void closed.start()
  await settle()
  void waiting.start()
  await settle()
  closed.post({ type: 'released', holder: 'closed' })
  closed.kill()
  await settle()
  expect(browser.leaders()).toEqual(['waiting'])
})

test('a suspended tab ends once another has taken its lease, and goes on if none has', async () => {
  const browser = createBrowser()
  const suspended = browser.openTab('suspended')
  void suspended.start()
  await settle()
  // Its timers do not run for a while.
  vi.setSystemTime(Date.now() + 10 * LEASE_MS)
  await vi.advanceTimersByTimeAsync(RENEWAL_INTERVAL_MS)
  expect(browser.leaders()).toEqual(['suspended'])
  vi.setSystemTime(Date.now() + 10 * LEASE_MS)
  void browser.openTab('other').start()
  await settle()
  expect(browser.leaders()).toEqual(['other'])
})

test('a tab whose store no longer answers ends before its lease does', async () => {
  const browser = createBrowser()
  const [broken, waiting] = [browser.openTab('broken'), browser.openTab('waiting')]
  void broken.start()
  await settle()
  void waiting.start()
  await settle()
  broken.breakStore()
  await vi.advanceTimersByTimeAsync(LEASE_MS)
  expect(browser.leaders()).toEqual(['waiting'])
  expect(browser.mostLeaders()).toBe(1)
})

test('without waiting it is left to the tab that has it, unless it is stolen', async () => {
  const browser = createBrowser()
  void browser.openTab('first').start()
  await settle()
  expect(await browser.openTab('second', { waits: false }).start()).toBe(false)
  expect(browser.leaders()).toEqual(['first'])
  void browser.openTab('thief', { waits: false, isStolen: true }).start()
  await settle()
  expect(browser.leaders()).toEqual(['thief'])
})

test('a browser that stores nothing runs it in every tab', async () => {
  const browser = createBrowser()
  for (const holder of ['one', 'other']) {
    const tab = browser.openTab(holder)
    tab.breakStore()
    void tab.start()
  }
  await settle()
  expect(browser.leaders()).toEqual(['one', 'other'])
})

test('a lease from before the clock was set back does not last', async () => {
  const browser = createBrowser()
  const killed = browser.openTab('killed')
  void killed.start()
  await settle()
  killed.kill()
  vi.setSystemTime(Date.now() - 3_600_000)
  void browser.openTab('other').start()
  await settle()
  expect(browser.leaders()).toEqual(['other'])
})

test('a tab that stops while it takes the lease leaves it to the next', async () => {
  const browser = createBrowser()
  const stopped = browser.openTab('stopped')
  const running = stopped.start()
  stopped.stop()
  expect(await running).toBe(false)
  void browser.openTab('next').start()
  await settle()
  expect(browser.leaders()).toEqual(['next'])
})

test('a tab that stops waiting never leads, and expired leases are deleted', async () => {
  const browser = createBrowser()
  const [first, second] = [browser.openTab('first'), browser.openTab('second')]
  void first.start()
  await settle()
  const waiting = second.start()
  await settle()
  second.stop()
  expect(await waiting).toBe(false)
  first.stop()
  await settle()
  expect(browser.leaders()).toEqual([])
  expect(browser.leases()).toEqual({})
})
