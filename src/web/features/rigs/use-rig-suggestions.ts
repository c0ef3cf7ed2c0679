import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAX_SUGGESTIONS, SUGGESTION_THRESHOLD } from '#domain/rigs/rig.ts'
import { api } from '#web/api/client.ts'

const DEBOUNCE_MS = 200

const NO_SUGGESTIONS = [] as const

/**
 * Rigs on file that begin with a normalized `vin`, after a pause in typing. For the desk only. Answers belong to their
 * query, so a late one is never shown for another VIN.
 */
export function useRigSuggestions(vin: string, isWanted: boolean) {
  const [settled] = useDebouncedValue(vin, DEBOUNCE_MS)
  const isEnabled = isWanted && settled.length > SUGGESTION_THRESHOLD
  const query = useQuery({
    ...api.rigs.suggest.queryOptions({ input: { starts: settled } }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  const isLongEnough = isWanted && vin.length > SUGGESTION_THRESHOLD
  const isLoaded = isEnabled && settled === vin && query.isSuccess && !query.isPlaceholderData
  const isFailed = isEnabled && settled === vin && query.isError
  return {
    // Until the response arrives, those of the last one that still match.
    rigs: isLongEnough
      ? (query.data ?? NO_SUGGESTIONS).filter(rig => rig.vin.startsWith(vin)).slice(0, MAX_SUGGESTIONS)
      : NO_SUGGESTIONS,
    isLoaded,
    isFailed,
    /** Not on file, as far as the server could be asked. */
    isUnknown: isFailed || (isLoaded && query.data.every(rig => rig.vin !== vin || rig.ownRig !== undefined)),
    isSearching: isLongEnough && (settled !== vin || query.isFetching),
  }
}
