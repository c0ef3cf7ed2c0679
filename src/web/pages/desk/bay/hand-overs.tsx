import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { formatWhen } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { boardQuery } from '#web/api/live/board-query.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { deskLinkOf } from '#web/features/tickets/ticket-path.ts'
import { copyText } from '#web/ui/feedback/share-link.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './hand-overs.module.css'

const MINUTE_MS = 60_000

type HandOver = Awaited<ReturnType<typeof client.bay.handOvers>>['handOvers'][number]

/** What technicians' phones could not send. Loaded after the board, and shown if there is anything. */
export function HandOvers({ timeZone }: { timeZone: string }) {
  const may = usePermission()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const search = useSearch({ from: '/signed-in/dashboard' })
  const { isSuccess: isBoardLoaded } = useQuery(boardQuery(search))
  const { data } = useQuery({
    ...api.bay.handOvers.queryOptions(),
    enabled: may('bay.oversee') && isBoardLoaded,
  })
  if (data === undefined || data.handOvers.length === 0) return null
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} data-tone="amber" aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        Handed to the Desk
      </h2>
      <ul className={styles.list}>
        {data.handOvers.map(handOver => (
          <HandOverCard
            key={handOver.handOverId}
            handOver={handOver}
            timeZone={timeZone}
            // The pressed button is gone with its card; focus stays here.
            onDone={() => panel.current?.focus()}
          />
        ))}
      </ul>
    </section>
  )
}

type HandOverCardProps = { handOver: HandOver; timeZone: string; onDone: () => void }

function HandOverCard({ handOver, timeZone, onDone }: HandOverCardProps) {
  const { handOverId, ticketId, state, technician, label, text, reason, pressedAt } = handOver
  const queries = useQueryClient()
  const now = useNow(MINUTE_MS)
  const link = state === null ? null : deskLinkOf(state, ticketId)
  const { run, isRunning } = useMutationOnce(client.bay.settleHandOver, {
    onDone: () => {
      onDone()
      return queries.invalidateQueries({ queryKey: api.bay.handOvers.key() })
    },
  })
  const whose = (
    <VisuallyHidden>
      {' '}
      {label} of {technician}
    </VisuallyHidden>
  )
  return (
    <li className={styles.card}>
      <p className={styles.label}>
        {technician}: {label}
      </p>
      {text !== '' && <p className={styles.text}>{text}</p>}
      <p className={styles.line}>
        {reason} · Pressed {formatWhen(pressedAt, timeZone, now)} ·{' '}
        {link === null ? (
          `Ticket ${ticketId}`
        ) : (
          <TextLink inherit {...link}>
            Ticket {ticketId}
          </TextLink>
        )}
      </p>
      <div className={styles.choices}>
        <Button size="compact-sm" onClick={() => void copyText(text === '' ? label : text)}>
          Copy{whose}
        </Button>
        <Button size="compact-sm" disabled={isRunning} onClick={ignoreDoubleClick(() => run({ handOverId }))}>
          Done{whose}
        </Button>
      </div>
    </li>
  )
}
