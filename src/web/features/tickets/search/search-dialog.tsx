import '@mantine/spotlight/styles.layer.css'
import { Loader, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconCalendarPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { SearchedField, TicketMatch } from '#domain/tickets/ticket-search-terms.ts'
import { api, toAppError } from '#web/api/client.ts'
import type { TicketSummary } from '#web/api/live/apply-change.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useTicketPath } from '#web/features/tickets/ticket-path.ts'
import { TicketStateBadge } from '#web/features/tickets/ticket-state-badge.tsx'
import styles from './search-dialog.module.css'

const [store, { open: openSearch, close }] = createSpotlight()

export { openSearch }

/** Marks the first result, as Spotlight does for the arrow keys. */
function markFirst(): void {
  const { listId } = store.getState()
  if (listId === '') return
  const results = [...document.querySelectorAll(`#${CSS.escape(listId)} [data-action]`)]
  for (const result of results) result.removeAttribute('data-selected')
  results[0]?.setAttribute('data-selected', 'true')
  store.updateState(state => ({ ...state, selected: results.length === 0 ? -1 : 0 }))
}

const FIELD_NAMES: Readonly<Record<SearchedField, string>> = {
  number: 'ticket number',
  name: 'name',
  phone: 'phone',
  vin: 'VIN',
  rig: 'RV',
  problem: 'problem',
}

/** Why a ticket was found: `Matches name, problem: Awning won’t close`. What the card does not say is quoted. */
const describeMatches = (matches: readonly TicketMatch[]): string =>
  `Matches ${matches
    .map(({ field, text }) =>
      field === 'vin' || field === 'problem' ? `${FIELD_NAMES[field]}: ${text}` : FIELD_NAMES[field],
    )
    .join(', ')}`

const DEBOUNCE_MS = 120
const MAX_RESULTS = 20
/** Customers are listed after so many tickets. */
const TICKETS_FIRST = 5
const MAX_RIGS = 5
/** One letter finds everybody. */
const MIN_CUSTOMER_LENGTH = 2

/** Ticket search while typing. */
export function SearchDialog() {
  const navigate = useNavigate()
  const may = usePermission()
  const pathOf = useTicketPath()
  const { to: landingPage } = useLandingPage()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...api.tickets.list.queryOptions({ input: { q, limit: MAX_RESULTS } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const mayFind = q.length >= MIN_CUSTOMER_LENGTH && may('customer.see')
  const finding = useQuery({
    ...api.customers.find.queryOptions({ input: { q } }),
    enabled: mayFind,
    placeholderData: keepPreviousData,
  })
  const customers = mayFind ? (finding.data ?? []) : []
  const cards = q === '' ? [] : (data?.cards ?? [])
  const isFinding = cards.length === 0 && mayFind && finding.isFetching
  const isSearching = isFetching || isPlaceholderData || typed.trim() !== q || isFinding
  // A declined ticket has no page of its own: another page's notice says who declined it, and why.
  const open = ({ state, ticketId }: TicketSummary) =>
    void navigate({
      to: pathOf(state, ticketId) ?? (state === 'declined' ? `/service-ticket/${ticketId}` : landingPage),
    })

  // Enter before the response opens the first result once it arrives.
  const [opensFirst, setOpensFirst] = useState(false)
  function openFirst(): void {
    const [card] = cards
    const [customer] = customers
    if (card !== undefined) open(card)
    else if (customer !== undefined) void navigate({ to: `/customers/${customer.customerId}` })
    else return
    close()
  }
  const latestOpenFirst = useRef(openFirst)
  latestOpenFirst.current = openFirst
  const hasMoved = useRef(false)
  useEffect(() => {
    if (isSearching) return
    // Spotlight marks the first result of the text before.
    if (!hasMoved.current) markFirst()
    if (!opensFirst) return
    setOpensFirst(false)
    latestOpenFirst.current()
  }, [opensFirst, isSearching])
  const toTicket = (card: (typeof cards)[number]) => (
    <TicketResult key={card.ticketId} card={card} onOpen={() => open(card)} />
  )
  const status = searchStatus({
    ...{ typed, error, isSearching },
    ...{ tickets: cards.length, customers: customers.length },
  })
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={text => {
        setOpensFirst(false)
        hasMoved.current = false
        setTyped(text)
      }}
      onSpotlightClose={() => setOpensFirst(false)}
      scrollable
      maxHeight="70dvh"
      title="Find a ticket"
      classNames={{ header: styles.visuallyHidden ?? '' }}
    >
      <Spotlight.Search
        aria-label="Find a ticket"
        placeholder="Number, customer, phone, VIN, make or problem"
        maxLength={200}
        onKeyDownCapture={event => {
          const { key } = event
          if (key === 'ArrowDown' || key === 'ArrowUp') hasMoved.current = true
          if (key !== 'Enter' || typed.trim() === '') return
          // The first result for what is typed, unless the arrow keys marked another: the list may be that of an
          // earlier text.
          if (!isSearching && hasMoved.current) return
          event.preventDefault()
          event.stopPropagation()
          if (isSearching) setOpensFirst(true)
          else openFirst()
        }}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={isSearching && typed.trim() !== '' && <Loader size="xs" aria-hidden />}
      />
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <Spotlight.ActionsList>
        {cards.slice(0, TICKETS_FIRST).map(toTicket)}
        {customers.map(customer => (
          <CustomerResult key={customer.customerId} customer={customer} />
        ))}
        {(may('customer.see') ? rigsOf(cards) : []).map(([vin, name]) => (
          <Spotlight.Action
            key={vin}
            onClick={() => void navigate({ to: `/rigs/${encodeURIComponent(vin)}` })}
          >
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.line}>RV · VIN {vin}</span>
            </span>
          </Spotlight.Action>
        ))}
        {cards.slice(TICKETS_FIRST).map(toTicket)}
        {cards.length + customers.length === 0 && (
          <Spotlight.Empty className={styles.empty ?? ''}>{status}</Spotlight.Empty>
        )}
        {q !== '' && !isSearching && may('ticket.create') && (
          <Spotlight.Action
            leftSection={<IconCalendarPlus size={20} aria-hidden />}
            onClick={() => void navigate({ to: '/new-appointment', search: { who: q } })}
          >
            New Appointment for “{q}”
          </Spotlight.Action>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

type FoundTicket = Awaited<ReturnType<typeof api.tickets.list.call>>['cards'][number]

/** The VINs and names of RVs whose tickets were found by nothing but words of them: year, make, model, VIN. */
const rigsOf = (cards: readonly FoundTicket[]) => {
  const rigs = new Map<string, string>()
  for (const card of cards) {
    const { vin, matches } = card.found ?? { vin: '', matches: [] }
    const isOfRig = matches.every(({ field }) => field === 'vin' || field === 'rig')
    // Its newest ticket comes first.
    if (vin !== '' && isOfRig && !rigs.has(vin)) rigs.set(vin, rigName(card))
  }
  return [...rigs].slice(0, MAX_RIGS)
}

const TicketResult = ({ card, onOpen }: { card: FoundTicket; onOpen: () => void }) => (
  <Spotlight.Action onClick={onOpen}>
    <span className={styles.card}>
      <span className={styles.words}>
        <span className={styles.name}>{customerLabel(card)}</span>
        <span className={styles.line}>
          {[card.ticketId, rigName(card), card.found?.phone ?? ''].filter(Boolean).join(' · ')}
        </span>
        {card.found !== undefined && (
          <span className={styles.line}>{describeMatches(card.found.matches)}</span>
        )}
      </span>
      <TicketStateBadge state={card.state} />
    </span>
  </Spotlight.Action>
)

type FoundCustomer = Awaited<ReturnType<typeof api.customers.find.call>>[number]

function CustomerResult({ customer }: { customer: FoundCustomer }) {
  const { customerId, companyName, phone, email } = customer
  const navigate = useNavigate()
  return (
    <Spotlight.Action onClick={() => void navigate({ to: `/customers/${customerId}` })}>
      <span className={styles.words}>
        <span className={styles.name}>{customerLabel(customer)}</span>
        <span className={styles.line}>
          {['Customer', companyName, phone, email].filter(Boolean).join(' · ')}
        </span>
      </span>
    </Spotlight.Action>
  )
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

type SearchState = {
  typed: string
  error: unknown
  tickets: number
  customers: number
  isSearching: boolean
}

function searchStatus({ typed, error, tickets: count, customers, isSearching }: SearchState): string {
  if (typed.trim() === '') return 'Search by name, VIN, RV or ticket number.'
  if (isSearching) return 'Searching…'
  if (error !== null) return toAppError(error).message
  if (count === 0)
    return customers === 0 ? 'No matching tickets.' : `${counted(customers, 'customer', 'customers')} found.`
  if (count === MAX_RESULTS) return `Showing the ${MAX_RESULTS} newest matches. Type more to narrow it down.`
  return `${counted(count, 'ticket', 'tickets')} found.`
}
