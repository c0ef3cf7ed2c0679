// Shares the database's connections among clients: the requests of one company, account or address wait for each
// other, and hardly delay anyone else. Addresses cost nothing, so all visitors together have a share as well.

import { isUuid } from '#domain/lib/uuid.ts'
import { siteOf } from '#server/lib/client-ip.ts'
import { createKeyedLimiter } from '#server/lib/limiter.ts'

/** Runs `task`, which uses one connection, when it is the client's turn. Throws a QueueFullError or QueueTimeoutError. */
export type TransactionLimiter = <T>(
  client: string,
  kind: 'command' | 'query',
  task: () => Promise<T>,
) => Promise<T>

const MAX_WAITING_PER_CLIENT = 1000
/** As long as for a connection. */
const MAX_WAIT_MS = 10_000

/**
 * For a pool of this many connections, of which a client uses up to a third, as do all networks of one site, and all
 * visitors together up to half. Commands can wait for locked rows, so they leave one of a client's connections, and two of
 * all, to queries.
 */
export function createTransactionLimiter(connections: number): TransactionLimiter {
  const perClient = Math.max(2, Math.floor(connections / 3))
  const forQueries = connections < 6 ? 1 : 2
  const limits = { maxWaiting: MAX_WAITING_PER_CLIENT, maxWaitMs: MAX_WAIT_MS }
  const limitClient = createKeyedLimiter(Infinity, { perKey: perClient, ...limits })
  const limitCommands = createKeyedLimiter(connections - forQueries, { perKey: perClient - 1, ...limits })
  const limitVisitors = createKeyedLimiter(Math.max(1, Math.floor(connections / 2)), {
    perKey: perClient,
    ...limits,
  })
  return (client, kind, task) => {
    // Companies and accounts have ids.
    if (isUuid(client))
      return kind === 'query'
        ? limitClient(client, task)
        : limitCommands(client, () => limitClient(client, task))
    const run = kind === 'query' ? task : () => limitCommands(client, task)
    const site = siteOf(client)
    const runOfSite = () => limitVisitors(site, run)
    return site === client ? runOfSite() : limitClient(client, runOfSite)
  }
}
