import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import type { decodedVin } from '#contract/rigs.ts'
import { vinWarning } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'

export type DecodedVin = z.output<typeof decodedVin>

/** A normalized VIN's decoded details; null without a request, a response, or details. */
export function useDecodedVin(vin: string, isWanted: boolean): DecodedVin | null {
  const { data } = useQuery({
    ...api.rigs.decode.queryOptions({ input: { vin } }),
    enabled: isWanted && vin !== '' && vinWarning(vin) === null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isWanted && data?.vin === vin ? data.decoded : null
}
