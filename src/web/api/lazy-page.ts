import { OFFLINE_MESSAGE } from './client.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'

const isServerReachable = (): Promise<boolean> =>
  fetchWithTimeout('/api/health').then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Brings a page's code. What is missing from a server that answers was replaced by a newer version,
 * and the router loads the whole page again; with nobody there that would leave an empty window, so
 * the fault says instead that the server cannot be reached.
 */
export const lazyPage =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch(async (error: unknown) => {
      throw (await isServerReachable()) ? error : new Error(OFFLINE_MESSAGE)
    })
