import { ORPCError } from '@orpc/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isNetworkError } from './client.ts'
import { meQuery } from './session.ts'
import { shareStructure } from './structural-sharing.ts'

const MAX_ATTEMPTS = 3
const POLL_INTERVAL_MS = 4000

/** What the page holds of the server. The live streams keep it fresh; time is only the second net. */
export function createQueryClient(): QueryClient {
  // A session may end elsewhere: whoever is told so by any call makes the page ask who is signed in.
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
        // Where the browser believes it is offline, a server on the same machine may still answer.
        networkMode: 'always',
        retry: (attempts, error) => isNetworkError(error) && attempts < MAX_ATTEMPTS,
        retryDelay: tries => 400 * 2 ** tries,
        // A page that says so meanwhile goes on by itself once the server is back.
        refetchInterval: ({ state: { status, error } }) =>
          status === 'error' && isNetworkError(error) ? POLL_INTERVAL_MS : false,
      },
    },
  })
  return queries
}
