import '@mantine/spotlight/styles.layer.css'
import { Loader, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { api, toAppError } from '#web/api/client.ts'
import type { TicketSummary } from '#web/api/live/invalidate.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { TicketStateBadge } from '#web/features/tickets/ticket-state-badge.tsx'
import { useTicketPath } from '#web/features/tickets/use-ticket-path.ts'
import styles from './search-dialog.module.css'

const [store, { open: openSearch, close }] = createSpotlight()

export { openSearch }

const DEBOUNCE_MS = 120
const MAX_RESULTS = 20

/** Ticket search while typing. */
export function SearchDialog() {
  const navigate = useNavigate()
  const pathOf = useTicketPath()
  const { to: landingPage } = useLandingPage()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const { data, error, isFetching } = useQuery({
    ...api.tickets.list.queryOptions({ input: { q, limit: MAX_RESULTS } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const cards = q === '' ? [] : (data?.cards ?? [])
  const isSearching = isFetching || typed.trim() !== q
  // A declined ticket has no page of its own: another page's notice says who declined it, and why.
  const open = ({ state, ticketId }: TicketSummary) =>
    void navigate({
      to: pathOf(state, ticketId) ?? (state === 'declined' ? `/service-ticket/${ticketId}` : landingPage),
    })

  // Enter before the response opens the first result once it arrives.
  const [opensFirst, setOpensFirst] = useState(false)
  function openFirst(): void {
    const [first] = cards
    if (first === undefined) return
    open(first)
    close()
  }
  const latestOpenFirst = useRef(openFirst)
  latestOpenFirst.current = openFirst
  useEffect(() => {
    if (!opensFirst || isSearching) return
    setOpensFirst(false)
    latestOpenFirst.current()
  }, [opensFirst, isSearching])
  const status = searchStatus({ typed, error, count: cards.length, isSearching })
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={text => {
        setOpensFirst(false)
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
        onKeyDown={({ key }) => {
          // Enter opens the first result, unless the arrow keys selected another.
          if (key !== 'Enter' || typed.trim() === '' || store.getState().selected >= 0) return
          if (isSearching) setOpensFirst(true)
          else openFirst()
        }}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={isSearching && typed.trim() !== '' && <Loader size="xs" aria-hidden />}
      />
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <Spotlight.ActionsList>
        {cards.map(card => (
          <Spotlight.Action key={card.ticketId} onClick={() => open(card)}>
            <span className={styles.card}>
              <span className={styles.words}>
                <span className={styles.name}>{customerLabel(card)}</span>
                <span className={styles.line}>
                  {card.ticketId} · {rigName(card)}
                </span>
              </span>
              <TicketStateBadge state={card.state} />
            </span>
          </Spotlight.Action>
        ))}
        {cards.length === 0 && <Spotlight.Empty className={styles.empty ?? ''}>{status}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

type SearchState = { typed: string; error: unknown; count: number; isSearching: boolean }

function searchStatus({ typed, error, count, isSearching }: SearchState): string {
  if (typed.trim() === '') return 'Search by name, VIN, RV or ticket number.'
  if (isSearching) return 'Searching…'
  if (error !== null) return toAppError(error).message
  if (count === 0) return 'No matching tickets.'
  if (count === MAX_RESULTS) return `Showing the ${MAX_RESULTS} newest matches. Type more to narrow it down.`
  return count === 1 ? '1 ticket found.' : `${count} tickets found.`
}
