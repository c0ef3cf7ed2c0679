// Suggestions for an address while it is typed. The latest text wins, an older question is called
// back, and a server that is slow or out of reach costs the suggestions and nothing else.

import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { client } from '#web/api/client.ts'

const SHORTEST_TEXT = 3
/** Specification 9. */
const REST_MS = 200
const PATIENCE_MS = 5000

type Ask = typeof client.places.suggest
export type PlaceSuggestion = Awaited<ReturnType<Ask>>[number]

const NONE: readonly PlaceSuggestion[] = []

/** Ends with the first of the two: nobody wants the answer any more, or it takes too long. */
async function ask(q: string, unwanted: AbortSignal): Promise<readonly PlaceSuggestion[]> {
  const call = new AbortController()
  const end = () => call.abort()
  unwanted.addEventListener('abort', end)
  const timer = setTimeout(end, PATIENCE_MS)
  try {
    return await client.places.suggest({ q }, { signal: call.signal })
  } finally {
    clearTimeout(timer)
    unwanted.removeEventListener('abort', end)
  }
}

/** The last answer stays while somebody types on or takes letters back, so that nothing jumps. */
const isSameWish = (typed: string, asked: string): boolean =>
  typed.startsWith(asked) || asked.startsWith(typed)

/** While `isTyping`: what the text may become, and whether that is still being looked up. */
export function usePlaceSuggestions(text: string, isTyping: boolean) {
  const typed = text.trim()
  const [q] = useDebouncedValue(typed, REST_MS)
  const isWanted = isTyping && typed.length >= SHORTEST_TEXT
  const { data = NONE, isFetching } = useQuery({
    queryKey: ['places', q],
    queryFn: ({ signal }) => ask(q, signal),
    enabled: isWanted && q === typed,
    placeholderData: (last, query) => (isSameWish(typed, String(query?.queryKey[1])) ? last : undefined),
    staleTime: 60_000,
    retry: false,
    networkMode: 'always',
  })
  return { suggestions: isWanted ? data : NONE, isLooking: isWanted && (isFetching || q !== typed) }
}
