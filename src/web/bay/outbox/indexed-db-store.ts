// The outbox's store on this device: the IndexedDB database `rigwright-outbox`. A transaction has ended on the disk
// before its tap counts as stored.

import { promisifyRequest } from 'idb-keyval'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { BrokenStorageError, FullStorageError, type OutboxStore } from './outbox-store.ts'
import type { OutboxEntry } from './outbox-types.ts'

const DATABASE = 'rigwright-outbox'
const ENTRIES = 'entries'
const PHOTOS = 'photos'
const META = 'meta'
const STORE_ID = 'store-id'
/** Among the photos for a moment: see `tryRoom`. */
const TRIAL = 'trial'
/** Some browsers never answer; the next attempt may get an answer. */
const OPEN_TIMEOUT_MS = 5000

/** `position` is the order of adding; the browser counts. */
type StoredEntry = OutboxEntry & { readonly position: number }

/** The bytes, not the Blob: some browsers lose a stored Blob's file. */
type StoredPhoto = { readonly type: string; readonly bytes: ArrayBuffer }

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    const entries = request.result.createObjectStore(ENTRIES, { keyPath: 'position', autoIncrement: true })
    entries.createIndex('key', 'key', { unique: true })
    entries.createIndex('account', 'account')
    request.result.createObjectStore(PHOTOS)
    request.result.createObjectStore(META).put(randomUuid(), STORE_ID)
  }
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new BrokenStorageError())
    }, OPEN_TIMEOUT_MS)
    promisifyRequest(request)
      .then(database => (isLate ? database.close() : resolve(database)), reject)
      .finally(() => clearTimeout(timer))
  })
}

/** What Chromium says when it is the disk that is full, not its own limit. */
const FULL_DISK = /Failed to write blobs|NO_SPACE/

const isFullError = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'QuotaExceededError' || FULL_DISK.test(error.message))

/** Resolves when it is on the disk. When a request fails, the transaction says why only once it has been aborted. */
function endOf(transaction: IDBTransaction): Promise<void> {
  let requestError: DOMException | null = null
  transaction.onerror = ({ target }) => {
    requestError ??= (target as IDBRequest).error
  }
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(isFullError(requestError) ? requestError : (transaction.error ?? requestError))
  })
}

function toStorageError(error: unknown): Error {
  if (error instanceof BrokenStorageError) return error
  return isFullError(error)
    ? new FullStorageError({ cause: error })
    : new BrokenStorageError({ cause: error })
}

const withoutPosition = ({ position, ...entry }: StoredEntry): OutboxEntry => entry

type IndexedDbStore = OutboxStore & {
  /** Stores so many bytes and deletes them; rejects with a FullStorageError or a BrokenStorageError. */
  tryRoom(byteCount: number): Promise<void>
}

/** Connects when it is first needed, and again when the connection was lost. */
function createConnection() {
  let opened: Promise<IDBDatabase> | null = null

  function open(): Promise<IDBDatabase> {
    if (opened !== null) return opened
    const opening = openDatabase()
    opened = opening
    const forget = (): void => {
      if (opened === opening) opened = null
    }
    opening.then(database => {
      // The browser deletes its storage, or another version wants to change it.
      database.onclose = forget
      database.onversionchange = () => {
        database.close()
        forget()
      }
    }, forget)
    return opening
  }

  /** Runs `operation` in a transaction and waits for its end. */
  async function transact<T>(
    mode: IDBTransactionMode,
    operation: (transaction: IDBTransaction) => Promise<T>,
  ): Promise<T> {
    const attempt = async (): Promise<T> => {
      const database = await open()
      const transaction = database.transaction([ENTRIES, PHOTOS, META], mode, { durability: 'strict' })
      const end = endOf(transaction)
      // Its error is the operation's, or comes with it.
      end.catch(() => {})
      const result = await operation(transaction)
      await end
      return result
    }
    try {
      return await attempt().catch(error => {
        // The browser closed the database, which it does not always say.
        if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
        opened = null
        return attempt()
      })
    } catch (error) {
      throw toStorageError(error)
    }
  }

  const close = (): void => {
    opened?.then(database => database.close()).catch(() => {})
    opened = null
  }
  return { transact, close }
}

const find = async (transaction: IDBTransaction, key: string): Promise<StoredEntry | undefined> =>
  promisifyRequest<StoredEntry | undefined>(transaction.objectStore(ENTRIES).index('key').get(key))

const removeFrom = async (transaction: IDBTransaction, key: string): Promise<void> => {
  const stored = await find(transaction, key)
  if (stored !== undefined) transaction.objectStore(ENTRIES).delete(stored.position)
  transaction.objectStore(PHOTOS).delete(key)
}

export function createIndexedDbStore(): IndexedDbStore {
  const { transact, close } = createConnection()
  return {
    list: account =>
      transact('readonly', async transaction => {
        const entries = transaction.objectStore(ENTRIES).index('account')
        const [stored, storeId] = await Promise.all([
          promisifyRequest<StoredEntry[]>(entries.getAll(account)),
          promisifyRequest<string>(transaction.objectStore(META).get(STORE_ID)),
        ])
        return { entries: stored.map(withoutPosition), storeId }
      }),
    add: async (entry, photo) => {
      const bytes = await photo?.arrayBuffer().catch(cause => {
        throw new BrokenStorageError({ cause })
      })
      const stored = photo === null || bytes === undefined ? null : { type: photo.type, bytes }
      await transact('readwrite', async transaction => {
        // Added once: a lost connection may have repeated the transaction.
        if ((await find(transaction, entry.key)) !== undefined) return
        transaction.objectStore(ENTRIES).add(entry)
        if (stored !== null) transaction.objectStore(PHOTOS).put(stored, entry.key)
      })
    },
    update: entry =>
      transact('readwrite', async transaction => {
        const stored = await find(transaction, entry.key)
        if (stored === undefined) return
        transaction.objectStore(ENTRIES).put({ ...entry, position: stored.position })
      }),
    replace: (key, entry) =>
      transact('readwrite', async transaction => {
        // Another tab may have been faster.
        if ((await find(transaction, key)) === undefined) return
        const photos = transaction.objectStore(PHOTOS)
        const photo = await promisifyRequest<StoredPhoto | undefined>(photos.get(key))
        await removeFrom(transaction, key)
        transaction.objectStore(ENTRIES).add(entry)
        if (photo !== undefined) photos.put(photo, entry.key)
      }),
    remove: key => transact('readwrite', transaction => removeFrom(transaction, key)),
    photo: key =>
      transact('readonly', async transaction => {
        const photo = await promisifyRequest<StoredPhoto | undefined>(
          transaction.objectStore(PHOTOS).get(key),
        )
        return photo === undefined ? null : new Blob([photo.bytes], { type: photo.type })
      }),
    accounts: () =>
      transact('readonly', async transaction => {
        const accounts: string[] = []
        const request = transaction.objectStore(ENTRIES).index('account').openKeyCursor(null, 'nextunique')
        for (;;) {
          const cursor = await promisifyRequest<IDBCursor | null>(request)
          if (cursor === null) return accounts
          accounts.push(String(cursor.key))
          cursor.continue()
        }
      }),
    removeAccount: account =>
      transact('readwrite', async transaction => {
        const entries = transaction.objectStore(ENTRIES)
        const stored = await promisifyRequest<StoredEntry[]>(entries.index('account').getAll(account))
        for (const { position, key } of stored) {
          entries.delete(position)
          transaction.objectStore(PHOTOS).delete(key)
        }
      }),
    tryRoom: async byteCount => {
      const trial = new ArrayBuffer(byteCount)
      await transact('readwrite', async transaction => {
        transaction.objectStore(PHOTOS).put(trial, TRIAL)
      })
      await transact('readwrite', async transaction => {
        transaction.objectStore(PHOTOS).delete(TRIAL)
      })
    },
    close,
  }
}
