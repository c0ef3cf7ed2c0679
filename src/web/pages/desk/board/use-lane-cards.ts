// The first cards of a section come with the board and are live; further ones are loaded in pages on scrolling.

import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { OpenMoneyState } from '#domain/billing/ledger.ts'
import { type Cents, fromDollars, NO_MONEY } from '#domain/lib/money.ts'
import { type BoardSearch, boardFilter } from '#domain/tickets/board-search.ts'
import { api } from '#web/api/client.ts'
import type { TicketSummary } from '#web/api/live/invalidate.ts'
import type { Board, Section } from '#web/api/live/update-board.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { inCents } from '#web/features/billing/invoiced-amounts.ts'

const PAGE_SIZE = 100
/** Cards are requested this many positions before they become visible. */
const PREFETCH_COUNT = 40
/** Totals are requested for this many cards at a time. */
const BALANCES_SIZE = 50

const NO_CARDS: readonly TicketSummary[] = []

/** The numbers of the blocks of `size` positions from `begin` to `end`; none if `begin` is after `end`. */
function blocksOf(size: number, begin: number, end: number): number[] {
  const first = Math.floor(begin / size)
  const count = begin > end ? 0 : Math.floor(end / size) - first + 1
  return Array.from({ length: count }, (_, index) => first + index)
}

export function useLaneCards(state: Section, { cards: loaded, total }: Board[Section], search: BoardSearch) {
  const may = usePermission()
  const [visibleRange, setVisibleRange] = useState({ first: 0, last: 0 })
  const begin = Math.max(visibleRange.first - PREFETCH_COUNT, 0)
  const end = Math.min(visibleRange.last + PREFETCH_COUNT, total - 1)
  const pageNumbers = blocksOf(PAGE_SIZE, Math.max(begin, loaded.length), end)
  const pages = useQueries({
    queries: pageNumbers.map(page =>
      api.tickets.list.queryOptions({
        input: { ...boardFilter(search), state, skip: page * PAGE_SIZE, limit: PAGE_SIZE },
      }),
    ),
    combine: answers => answers.map(({ data }) => data?.cards ?? NO_CARDS),
  })
  const cardAt = (index: number): TicketSummary | undefined =>
    index < loaded.length
      ? loaded[index]
      : pages[Math.floor(index / PAGE_SIZE) - (pageNumbers[0] ?? 0)]?.[index % PAGE_SIZE]

  const idsOf = (block: number): number[] =>
    Array.from(
      { length: BALANCES_SIZE },
      (_, index) => cardAt(block * BALANCES_SIZE + index)?.ticketId,
    ).filter(id => id !== undefined)
  const blocks = may('money.see')
    ? blocksOf(BALANCES_SIZE, begin, end)
        .map(idsOf)
        .filter(ids => ids.length > 0)
    : []
  const balances = useQueries({
    queries: blocks.map(ids => ({
      ...api.tickets.balances.queryOptions({ input: { ticketIds: ids.join(',') } }),
      placeholderData: keepPreviousData,
    })),
    combine: combineBalances,
  })
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange({ first: from, last: to }),
    [],
  )
  return { cardAt, balances, onVisibleRange }
}

type BalanceView = {
  readonly ticketId: number
  readonly totalBalance: number
  readonly moneyState: OpenMoneyState | null
  readonly invoiced: Parameters<typeof inCents>[0] | null
}

type CardMoney = {
  /** The invoice's total; without one the Total Balance. */
  readonly amount: Cents
  readonly moneyState: OpenMoneyState | null
  /** Of the invoice. */
  readonly due: Cents
}

const combineBalances = (
  answers: readonly { readonly data?: readonly BalanceView[] | undefined }[],
): ReadonlyMap<number, CardMoney> =>
  new Map(
    answers.flatMap(({ data = [] }) =>
      data.map(({ ticketId, totalBalance, moneyState, invoiced: billed }) => {
        const invoiced = billed && inCents(billed)
        const amount = invoiced?.total ?? fromDollars(totalBalance)
        return [ticketId, { amount, moneyState, due: invoiced?.due ?? NO_MONEY }] as const
      }),
    ),
  )
