import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BAY_KEY } from '#web/api/session.ts'
import { createMemoryStore, storedCountKey } from './outbox-store.ts'
import { describeUnsent, eraseDeletedAccounts, unsentOf } from './unsent.ts'

const entryOf = (account: string, name: string) => ({
  key: crypto.randomUUID(),
  account,
  queue: 'ticket 412873',
  name,
  input: null,
  label: name,
  tappedAt: 0,
  clockOffset: 0,
  photoSize: null,
  refusal: null,
})

async function createStore(...entries: readonly [account: string, name: string][]) {
  const store = createMemoryStore()
  for (const [account, name] of entries) await store.add(entryOf(account, name), null)
  return store
}

function stubLocalStorage(stored: Readonly<Record<string, string>> = {}): void {
  const values = new Map(Object.entries(stored))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    removeItem: (key: string) => values.delete(key),
  })
}

beforeEach(() => stubLocalStorage())
afterEach(() => vi.unstubAllGlobals())

test.each([
  [['clockIn', 'clockOut', 'addPhoto', 'addPhoto', 'addPhoto'], 0, '2 clock taps and 3 photos'],
  [['addPhoto'], 0, '1 photo'],
  [['askApproval', 'removePhoto'], 2, '1 request for approval, 1 change, and 2 texts'],
  [[], 1, '1 text'],
])('%j and %i drafts are described', (commands, drafts, expected) => {
  expect(describeUnsent(commands, drafts)).toBe(expected)
})

test('only the account’s own taps count', async () => {
  const store = await createStore(['rosa', 'clockIn'], ['dana', 'addPhoto'])
  expect(await unsentOf('rosa', store)).toEqual({ count: 1, description: '1 clock tap' })
  expect(await unsentOf('ben', store)).toBeNull()
})

const endOf = async (account: string) => ({ deleted: account === 'gone', deactivated: account === 'rosa' })

test('what a deleted account left is erased, others’ stays', async () => {
  const store = await createStore(['rosa', 'clockIn'], ['gone', 'addPhoto'], ['dana', 'clockIn'])
  await eraseDeletedAccounts('dana', endOf, store)
  expect(await store.accounts()).toEqual(['rosa', 'dana'])
})

test('so is what their bay has stored, also when nobody is signed in any more', async () => {
  stubLocalStorage({ [BAY_KEY]: 'gone', [storedCountKey('gone')]: '1 store 0' })
  const store = await createStore(['dana', 'clockIn'])
  expect(await eraseDeletedAccounts(null, endOf, store)).toEqual(['gone'])
  expect([localStorage.getItem(BAY_KEY), await store.accounts()]).toEqual([null, ['dana']])
  expect(localStorage.getItem(storedCountKey('gone'))).toBeNull()
})

test('of a deactivated account what was not sent stays, and its tickets do not', async () => {
  stubLocalStorage({ [BAY_KEY]: 'rosa' })
  const store = await createStore(['rosa', 'clockIn'])
  expect(await eraseDeletedAccounts(null, endOf, store)).toEqual(['rosa'])
  expect([localStorage.getItem(BAY_KEY), await store.accounts()]).toEqual([null, ['rosa']])
})

test('without a connection nothing is erased', async () => {
  const store = await createStore(['gone', 'addPhoto'])
  await eraseDeletedAccounts('dana', () => Promise.reject(new TypeError('Failed to fetch')), store)
  expect(await store.accounts()).toEqual(['gone'])
})
