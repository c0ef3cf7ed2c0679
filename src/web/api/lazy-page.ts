import { OFFLINE_MESSAGE } from './client.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'

const isServerReachable = (): Promise<boolean> =>
  fetchWithTimeout('/api/health').then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Loads a page's code. A file missing from a server that responds was replaced by a new version, and the router
 * reloads the page; without a server that would leave an empty window, so the error says that the server cannot be
 * reached.
 */
export const lazyPage =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch(async (error: unknown) => {
      throw (await isServerReachable()) ? error : new Error(OFFLINE_MESSAGE)
    })
