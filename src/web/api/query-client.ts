import { ORPCError } from '@orpc/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isUnreached } from './client.ts'
import { meQuery } from './session.ts'
import { sameParts } from './structural-sharing.ts'

const TRIES = 3
const LOOK_AGAIN_MS = 4000

/** What the page holds of the server. The live streams keep it fresh; time is only the second net. */
export function openQueries(): QueryClient {
  // A session may end elsewhere: whoever is told so by any call makes the page ask who is signed in.
  const notice = (error: unknown): void => {
    if (!(error instanceof ORPCError) || error.code !== 'UNAUTHORIZED') return
    if (queries.getQueryData(meQuery.queryKey)?.kind === 'visitor') return
    void queries.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        structuralSharing: sameParts,
        refetchOnReconnect: true,
        // Where the browser believes it is offline, a server on the same machine may still answer.
        networkMode: 'always',
        retry: (tries, error) => isUnreached(error) && tries < TRIES,
        retryDelay: tries => 400 * 2 ** tries,
        // A page that says so meanwhile goes on by itself once the server is back.
        refetchInterval: ({ state: { status, error } }) =>
          status === 'error' && isUnreached(error) ? LOOK_AGAIN_MS : false,
      },
    },
  })
  return queries
}
