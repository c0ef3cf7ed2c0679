// Lists whose first page is in the page that the server renders.

import type { firstPageInput } from '#domain/companies/search-params.ts'
import type { OrderList } from '#domain/purchase-orders/purchase-order.ts'
import { api } from './client.ts'
import { afterInput, beforeInput, infinitePages } from './infinite-pages.ts'

export type FirstPageInput = ReturnType<typeof firstPageInput>

/** The public company list for a search, one page at a time. */
export const directoryQuery = (firstPage: FirstPageInput) =>
  api.companies.list.infiniteOptions({
    input: (after: string | null) => (after === null ? firstPage : { ...firstPage, after }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** A rig's public history, page by page. */
export const historyQuery = (vin: string) =>
  api.workHistory.get.infiniteOptions({
    input: (before: string | undefined) => ({ vin, ...beforeInput(before) }),
    ...infinitePages,
  })

/** Purchase orders, page by page. */
export const ordersQuery = (show: OrderList) =>
  api.purchaseOrders.list.infiniteOptions({
    input: (after: string | undefined) => ({ show, ...afterInput(after) }),
    ...infinitePages,
  })

/** Every ticket with the account's email, at any company. */
export const ownTicketsQuery = api.rvOwners.listTickets.infiniteOptions({
  input: afterInput,
  ...infinitePages,
})
