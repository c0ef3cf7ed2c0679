import { OFFLINE } from './client.ts'
import { askServer } from './fetch-with-timeout.ts'

const serverAnswers = (): Promise<boolean> =>
  askServer('/api/health').then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Brings a page's code. What is missing from a server that answers was replaced by a newer version,
 * and the router loads the whole page again; with nobody there that would leave an empty window, so
 * the fault says instead that the server cannot be reached.
 */
export const pageCode =
  <Code>(load: () => Promise<Code>) =>
  (): Promise<Code> =>
    load().catch(async (fault: unknown) => {
      throw (await serverAnswers()) ? fault : new Error(OFFLINE)
    })
