import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIndexedDbStore } from './indexed-db-store.ts'

const ENTRY = {
  key: '019aa2b4-0000-7000-8000-000000000000',
  account: 'rosa',
  queue: 'ticket 412873',
  name: 'clockIn',
  input: null,
  label: 'Clock In',
  tappedAt: 0,
  clockOffset: 0,
  photoSize: null,
  refusal: null,
}
const FULL = 'This phone is out of storage space, so this was not saved. Free up some space and try again.'
const BROKEN =
  'This browser can’t store anything right now, so this was not saved. Close its other tabs and try again.'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Request = { result?: unknown; onsuccess?: () => void }

/** A request that succeeds in a moment. */
function succeed(result: unknown): Request {
  const request: Request = { result }
  setTimeout(() => request.onsuccess?.())
  return request
}

/** An error's name, and its message. */
type Failure = readonly [name: string, message?: string]

const exceptionOf = ([name, message = '']: Failure) => new DOMException(message, name)

/** A database whose disk is full: a request fails first, and then its transaction, which says only then why. */
function stubFullDatabase(requestError: Failure, transactionError: Failure): void {
  const transaction = {
    error: null as DOMException | null,
    onerror: (_: unknown): void => {},
    onabort: (): void => {},
    objectStore: () => ({
      index: () => ({ get: () => succeed(undefined) }),
      add: () => {
        setTimeout(() => {
          transaction.onerror({ target: { error: exceptionOf(requestError) } })
          transaction.error = exceptionOf(transactionError)
          setTimeout(() => transaction.onabort())
        })
      },
    }),
  }
  vi.stubGlobal('indexedDB', { open: () => succeed({ transaction: () => transaction }) })
}

const BLOBS = 'Failed to write blobs (IOError)'
const NO_SPACE = 'IO error: …/000003.log: FILE_ERROR_NO_SPACE (ChromeMethodBFE: 3::WritableFileAppend::8)'

test.each<[Failure, Failure, string]>([
  [['QuotaExceededError'], ['QuotaExceededError'], FULL],
  [['QuotaExceededError'], ['AbortError'], FULL],
  [['UnknownError'], ['QuotaExceededError'], FULL],
  [['AbortError'], ['DataError', BLOBS], FULL],
  [['AbortError'], ['UnknownError', NO_SPACE], FULL],
  [['UnknownError'], ['AbortError'], BROKEN],
])('a request that fails with %s in a transaction that fails with %s', async (request, end, sentence) => {
  stubFullDatabase(request, end)
  const added = expect(createIndexedDbStore().add(ENTRY, null)).rejects.toThrow(sentence)
  await vi.advanceTimersByTimeAsync(100)
  await added
})

test('a browser that never opens its database stores nothing, and says so', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const added = expect(createIndexedDbStore().add(ENTRY, null)).rejects.toThrow(BROKEN)
  await vi.advanceTimersByTimeAsync(5000)
  await added
})
