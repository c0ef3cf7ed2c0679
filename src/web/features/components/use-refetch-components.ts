import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'

/** Where components are entered: on a company's ticket of the RV, or by the owner who claimed it. */
export type ComponentRecord = { readonly ticketId: number } | { readonly vin: string }

/** Refetches what shows the components of a record. */
export function useRefetchComponents(record: ComponentRecord): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => {
    const keys =
      'vin' in record
        ? [api.rigComponents.key()]
        : [api.components.list.key({ input: { ...record } }), api.tickets.get.key({ input: { ...record } })]
    return Promise.all(keys.map(queryKey => queries.invalidateQueries({ queryKey })))
  }
}
