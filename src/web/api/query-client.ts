import { ORPCError } from '@orpc/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isNetworkError } from './client.ts'
import { meQuery } from './session.ts'
import { shareStructure } from './structural-sharing.ts'

const MAX_ATTEMPTS = 3
const POLL_INTERVAL_MS = 4000

/** The query cache. Live streams keep it fresh; staleness by time is only a fallback. */
export function createQueryClient(): QueryClient {
  // A session may end elsewhere: any call that reports it makes the page recheck the user.
  const handleError = (error: unknown): void => {
    if (!(error instanceof ORPCError) || error.code !== 'UNAUTHORIZED') return
    if (queries.getQueryData(meQuery.queryKey)?.kind === 'visitor') return
    void queries.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: handleError }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        structuralSharing: shareStructure,
        refetchOnReconnect: true,
        // A browser that is offline may still reach a server on the same machine.
        networkMode: 'always',
        retry: (attempts, error) => isNetworkError(error) && attempts < MAX_ATTEMPTS,
        retryDelay: attempts => 400 * 2 ** attempts,
        // A page that shows an error recovers by itself once the server is back.
        refetchInterval: ({ state: { status, error } }) =>
          status === 'error' && isNetworkError(error) ? POLL_INTERVAL_MS : false,
      },
    },
  })
  return queries
}
