import { Button } from '@mantine/core'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { OpenMoneyState } from '#domain/billing/ledger.ts'
import { ticketAmountOf } from '#domain/billing/ticket-amount.ts'
import { type Cents, NO_MONEY } from '#domain/lib/money.ts'
import { type BoardSearch, boardFilter } from '#domain/tickets/board-search.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import type { TicketSummary } from '#web/api/live/apply-change.ts'
import type { Board, Section } from '#web/api/live/update-board.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { TICKET_STATE_STYLES } from '#web/features/tickets/ticket-state-badge.tsx'
import { Column } from '#web/ui/layout/board.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { PendingCard, TicketCard } from './ticket-card.tsx'

/** With sections below each other, the next must not be thousands of cards away. */
const INITIAL_COUNT = 25
const CARD_HEIGHT_PX = 61
const GAP_PX = 4

type ColumnProps = {
  state: Section
  section: Board[Section]
  search: BoardSearch
  now: Date
  timeZone: string
  isFolded: boolean
  onFold: (isFolded: boolean) => void
  /** Whether it is shown in full, or only the first screen. */
  isExpanded: boolean
  onExpand: ((isExpanded: boolean) => void) | undefined
}

export function TicketColumn(props: ColumnProps) {
  const { state, section, search, now, timeZone, isFolded, onFold, isExpanded, onExpand } = props
  const { word, tone, icon: Icon } = TICKET_STATE_STYLES[state]
  const { total } = section
  const { cardAt, balances, onVisibleRange } = useColumnCards(state, section, search)
  const count = isExpanded ? total : Math.min(total, INITIAL_COUNT)
  const left = total - INITIAL_COUNT

  const { cards } = section
  // Loaded cards are keyed by their number; unloaded ones by position.
  const keyOf = useCallback((index: number) => cards[index]?.ticketId ?? -index, [cards])

  const renderCard = (index: number) => {
    const card = cardAt(index)
    if (card === undefined) return <PendingCard />
    return <TicketCard {...{ card, now, timeZone }} {...balances.get(card.ticketId)} />
  }
  return (
    <Column
      title={word}
      count={total}
      tone={tone}
      icon={<Icon size={18} stroke={2} aria-hidden />}
      empty={boardFilter(search) === undefined ? `No ${state} service tickets.` : 'No tickets match.'}
      isFolded={isFolded}
      onFold={onFold}
      {...(isExpanded && onExpand !== undefined && left > 0
        ? {
            action: (
              <Button variant="subtle" onClick={() => onExpand(false)}>
                Show fewer
              </Button>
            ),
          }
        : {})}
      more={
        count < total && (
          <Button fullWidth variant="subtle" onClick={() => onExpand?.(true)}>
            {`Show all (${left.toLocaleString('en-US')} more)`}
          </Button>
        )
      }
    >
      {total > 0 && (
        <VirtualList
          count={count}
          keyOf={keyOf}
          renderRow={renderCard}
          onVisibleRange={onVisibleRange}
          estimatedHeight={CARD_HEIGHT_PX}
          gap={GAP_PX}
        />
      )}
    </Column>
  )
}

// The first cards of a section come with the board and are live; further ones are loaded in pages on scrolling.

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

function useColumnCards(state: Section, { cards: loaded, total }: Board[Section], search: BoardSearch) {
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
    combine: answers => combineBalances(state, answers),
  })
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange({ first: from, last: to }),
    [],
  )
  return { cardAt, balances, onVisibleRange }
}

type BalanceView = {
  readonly ticketId: number
  readonly totalBalance: Cents
  readonly moneyState: OpenMoneyState | null
  readonly invoiced: { readonly total: Cents; readonly due: Cents } | null
}

type CardMoney = {
  /** The invoices' total; without one, and while the ticket is open, the Total Balance. */
  readonly amount: Cents
  readonly moneyState: OpenMoneyState | null
  /** Of the invoice. */
  readonly due: Cents
}

const combineBalances = (
  state: State,
  answers: readonly { readonly data?: readonly BalanceView[] | undefined }[],
): ReadonlyMap<number, CardMoney> =>
  new Map(
    answers.flatMap(({ data = [] }) =>
      data.map(balance => {
        const { ticketId, moneyState, invoiced } = balance
        const { amount } = ticketAmountOf({ state }, balance)
        return [ticketId, { amount, moneyState, due: invoiced?.due ?? NO_MONEY }] as const
      }),
    ),
  )
