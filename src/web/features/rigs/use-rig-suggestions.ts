// Suggestions for a VIN while typing: rigs on file that begin with it, and for a valid unknown VIN its decoded
// details. Answers belong to their query, so a late one is never shown for another VIN.

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import type { decodedVin } from '#contract/rigs.ts'
import { MAX_SUGGESTIONS, SUGGESTION_THRESHOLD } from '#domain/rigs/rig.ts'
import { vinWarning } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'

export type DecodedVin = z.output<typeof decodedVin>

const DEBOUNCE_MS = 200

const NO_SUGGESTIONS = [] as const

/** Rigs on file for a normalized `vin`, after a pause in typing. For the desk only. */
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
  return {
    // Until the response arrives, those of the last one that still match.
    rigs: isLongEnough
      ? (query.data ?? NO_SUGGESTIONS).filter(rig => rig.vin.startsWith(vin)).slice(0, MAX_SUGGESTIONS)
      : NO_SUGGESTIONS,
    isAnswered: isLoaded,
    isFailed: isEnabled && settled === vin && query.isError,
    isLooking: isLongEnough && (settled !== vin || query.isFetching),
  }
}

/** A normalized VIN's decoded details; null without a request, a response, or details. */
export function useDecodedVin(vin: string, isWanted: boolean): DecodedVin | null {
  const { data } = useQuery({
    ...api.rigs.decode.queryOptions({ input: { vin } }),
    enabled: isWanted && vin !== '' && vinWarning(vin) === null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isWanted && data?.vin === vin ? data.decoded : null
}
