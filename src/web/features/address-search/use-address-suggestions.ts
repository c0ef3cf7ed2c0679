// Address suggestions while typing. The latest text wins, earlier requests are aborted, and a slow or unreachable
// server costs only the suggestions.

import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { client } from '#web/api/client.ts'

const MIN_TEXT_LENGTH = 3
/** Specification 9. */
const DEBOUNCE_MS = 200
const TIMEOUT_MS = 5000

type SuggestCall = typeof client.addressSearch.suggest
export type AddressSuggestion = Awaited<ReturnType<SuggestCall>>[number]

const NO_SUGGESTIONS: readonly AddressSuggestion[] = []

/** Rejects if it is aborted or takes too long. */
async function fetchSuggestions(q: string, cancelSignal: AbortSignal): Promise<readonly AddressSuggestion[]> {
  const request = new AbortController()
  const end = () => request.abort()
  cancelSignal.addEventListener('abort', end)
  const timer = setTimeout(end, TIMEOUT_MS)
  try {
    return await client.addressSearch.suggest({ q }, { signal: request.signal })
  } finally {
    clearTimeout(timer)
    cancelSignal.removeEventListener('abort', end)
  }
}

/** The last answer stays while the text is extended or shortened, so that nothing moves. */
const isSameSearch = (typed: string, searched: string): boolean =>
  typed.startsWith(searched) || searched.startsWith(typed)

/** While `isTyping`: the suggestions, and whether they are being loaded. */
export function useAddressSuggestions(text: string, isTyping: boolean) {
  const typed = text.trim()
  const [q] = useDebouncedValue(typed, DEBOUNCE_MS)
  const isWanted = isTyping && typed.length >= MIN_TEXT_LENGTH
  const { data = NO_SUGGESTIONS, isFetching } = useQuery({
    queryKey: ['places', q],
    queryFn: ({ signal }) => fetchSuggestions(q, signal),
    enabled: isWanted && q === typed,
    placeholderData: (last, query) => (isSameSearch(typed, String(query?.queryKey[1])) ? last : undefined),
    staleTime: 60_000,
    retry: false,
    networkMode: 'always',
  })
  return {
    suggestions: isWanted ? data : NO_SUGGESTIONS,
    isSearching: isWanted && (isFetching || q !== typed),
  }
}
