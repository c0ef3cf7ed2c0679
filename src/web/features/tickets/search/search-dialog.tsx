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
import { api, faultOf } from '#web/api/client.ts'
import type { Card } from '#web/api/live/invalidate.ts'
import { useHome } from '#web/api/use-landing-page.ts'
import { TicketStateBadge } from '#web/features/tickets/ticket-state.tsx'
import { useTicketPath } from '#web/features/tickets/use-ticket-path.ts'
import styles from './search-dialog.module.css'

const [store, { open: openFind, close }] = createSpotlight()

export { openFind }

const AFTER_LAST_KEY_MS = 120
const MOST = 20

/** Finds tickets by whatever is known of them, while it is typed. */
export function FindDialog() {
  const navigate = useNavigate()
  const pathOf = useTicketPath()
  const { to: home } = useHome()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), AFTER_LAST_KEY_MS)
  const { data, error, isFetching } = useQuery({
    ...api.tickets.list.queryOptions({ input: { q, limit: MOST } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const cards = q === '' ? [] : (data?.cards ?? [])
  const isLooking = isFetching || typed.trim() !== q
  // A declined one has no page of its own; that of the others says who declined it, and why.
  const open = ({ state, ticketId }: Card) =>
    void navigate({
      to: pathOf(state, ticketId) ?? (state === 'declined' ? `/service-ticket/${ticketId}` : home),
    })

  // Enter that comes before the answer opens what stands first once it is there.
  const [isAwaited, setAwaited] = useState(false)
  function openFirst(): void {
    const [first] = cards
    if (first === undefined) return
    open(first)
    close()
  }
  const latest = useRef(openFirst)
  latest.current = openFirst
  useEffect(() => {
    if (!isAwaited || isLooking) return
    setAwaited(false)
    latest.current()
  }, [isAwaited, isLooking])
  const said = saying({ typed, error, count: cards.length, isLooking })
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={words => {
        setAwaited(false)
        setTyped(words)
      }}
      onSpotlightClose={() => setAwaited(false)}
      scrollable
      maxHeight="70dvh"
      title="Find a ticket"
      classNames={{ header: styles.unseen ?? '' }}
    >
      <Spotlight.Search
        aria-label="Find a ticket"
        placeholder="Number, customer, phone, VIN, make or problem"
        maxLength={200}
        onKeyDown={({ key }) => {
          // Nobody has chosen with the arrows: what stands first is meant.
          if (key !== 'Enter' || typed.trim() === '' || store.getState().selected >= 0) return
          if (isLooking) setAwaited(true)
          else openFirst()
        }}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={isLooking && typed.trim() !== '' && <Loader size="xs" aria-hidden />}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
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
        {cards.length === 0 && <Spotlight.Empty className={styles.empty ?? ''}>{said}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

type Standing = { typed: string; error: unknown; count: number; isLooking: boolean }

function saying({ typed, error, count, isLooking }: Standing): string {
  if (typed.trim() === '') return 'Type any part of what you know.'
  if (isLooking) return 'Looking…'
  if (error !== null) return faultOf(error).message
  if (count === 0) return 'No ticket has all of these words.'
  if (count === MOST) return `The ${MOST} newest that fit. Type more to narrow it down.`
  return count === 1 ? '1 ticket found.' : `${count} tickets found.`
}
