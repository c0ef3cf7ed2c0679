import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { api } from '#web/api/client.ts'
import { invalidateCompany } from './apply-change.ts'

const ticketId = 104217

const QUERIES = {
  'the ticket': api.tickets.get.queryKey({ input: { ticketId } }),
  'another ticket': api.tickets.get.queryKey({ input: { ticketId: 104218 } }),
  'its components': api.components.list.queryKey({ input: { ticketId } }),
  'its messages': api.messages.list.queryKey({ input: { ticketId } }),
  'own board': api.tickets.board.queryKey({ input: { whose: 'mine' } }),
  search: api.tickets.list.queryKey({ input: { state: 'active', q: 'furnace' } }),
  list: api.tickets.list.queryKey({ input: { state: 'active' } }),
  stock: api.stock.list.queryKey({ input: {} }),
  schedule: api.schedule.week.queryKey({ input: { from: '2025-11-17', days: 7 } }),
  audit: api.audit.list.queryKey({ input: {} }),
  account: api.me.queryKey(),
  employees: api.employees.list.queryKey(),
  addresses: ['places', 'Elkhart'],
  vin: api.rigs.decode.queryKey({ input: { vin: '5ZT2CXYBXNB9X0317' } }),
}

/** The queries whose answers a change makes stale. */
function staleAfter(change: Parameters<typeof invalidateCompany>[1]): string[] {
  const queries = new QueryClient()
  for (const queryKey of Object.values(QUERIES)) queries.setQueryData(queryKey, {} as never)
  invalidateCompany(queries, change)
  return Object.entries(QUERIES).flatMap(([name, queryKey]) =>
    queries.getQueryState(queryKey)?.isInvalidated ? name : [],
  )
}

test('a ticket’s change makes stale what is read of it and of all tickets, not lists that its card updates', () => {
  expect(staleAfter({ kind: 'ticket', id: `${ticketId}`, card: null })).toEqual([
    ...['the ticket', 'its components', 'its messages', 'own board', 'search', 'stock', 'schedule', 'audit'],
  ])
})

test.each(['company', 'employee', 'reset'] as const)('a change of kind %s makes everything stale', kind => {
  expect(staleAfter({ kind, id: '', card: null })).toEqual(Object.keys(QUERIES))
})
