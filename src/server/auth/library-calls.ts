// Calls of better-auth. It has state for each request in Node’s AsyncLocalStorage, and Node 20 then tracks every promise
// of the process, forever: a twentieth of the server’s time. So the storages are off while no call is running.

import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from '@better-auth/core/context'

let running = 0

/** Runs a call of better-auth. */
export async function callLibrary<T>(call: () => Promise<T>): Promise<T> {
  running += 1
  try {
    return await call()
  } finally {
    const storages = await Promise.all([
      getRequestStateAsyncLocalStorage(),
      getCurrentDBAdapterAsyncLocalStorage(),
      getCurrentAuthContextAsyncLocalStorage(),
    ])
    running -= 1
    if (running === 0) for (const storage of storages) storage.disable()
  }
}
