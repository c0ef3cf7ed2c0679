// Shares the database's connections among clients: the requests of one company, account or address wait for each
// other, and hardly delay anyone else.

import { createKeyedLimiter, createLimiter } from '#server/lib/limiter.ts'

/** Runs `task`, which uses one connection, when it is the client's turn. Throws TOO_MANY if too many are waiting. */
export type TransactionLimiter = <T>(
  client: string,
  kind: 'command' | 'query',
  task: () => Promise<T>,
) => Promise<T>

/** Commands can wait for locked rows, so some connections are left to queries, which never do. */
const QUERY_CONNECTIONS = 2
const MAX_WAITING_PER_CLIENT = 1000

/** For a pool of this many connections, of which a client uses up to a third. */
export function createTransactionLimiter(connections: number): TransactionLimiter {
  const limitClient = createKeyedLimiter(Infinity, {
    perKey: Math.max(1, Math.floor(connections / 3)),
    maxWaiting: MAX_WAITING_PER_CLIENT,
  })
  const limitCommands = createLimiter(Math.max(1, connections - QUERY_CONNECTIONS))
  return (client, kind, task) => limitClient(client, kind === 'command' ? () => limitCommands(task) : task)
}
