import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { formatWhen } from '#domain/lib/company-time.ts'
import { PHOTO_STAGE_LABELS } from '#domain/photos/photo.ts'
import { api, client } from '#web/api/client.ts'
import { boardQuery } from '#web/api/live/board-query.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { copyText } from '#web/ui/feedback/share-link.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './hand-overs.module.css'

/** More would push the board out of sight. */
const FEW = 2

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
  const [isWhole, setWhole] = useState(false)
  if (data === undefined || data.handOvers.length === 0) return null
  const count = data.handOvers.length
  const shown = isWhole ? data.handOvers : data.handOvers.slice(0, FEW)
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} data-tone="amber" aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        Handed to the Desk ({count})
      </h2>
      <ul className={styles.list}>
        {shown.map(handOver => (
          <HandOverCard
            key={handOver.handOverId}
            handOver={handOver}
            timeZone={timeZone}
            // The tapped button is gone with its card; focus stays here.
            onDone={() => panel.current?.focus()}
          />
        ))}
      </ul>
      {shown.length < count && (
        <Button size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          Show All {count}
        </Button>
      )}
    </section>
  )
}

type HandOverCardProps = { handOver: HandOver; timeZone: string; onDone: () => void }

function HandOverCard({ handOver, timeZone, onDone }: HandOverCardProps) {
  const { ticketId, state, technician, label, text, reason, tappedAt, photo } = handOver
  const now = useNow()
  const path = state === null ? null : ticketPath(state, ticketId)
  return (
    <li className={styles.card}>
      <p className={styles.label}>
        {technician}: {label}
      </p>
      {photo !== null && <HandedOverPhoto photo={photo} name={`${label} of ${technician}`} />}
      {text !== '' && <p className={styles.text}>{text}</p>}
      <p className={styles.line}>
        {/* It speaks to the technician. */}
        The phone said: “{reason}” · Tapped {formatWhen(tappedAt, timeZone, now)} ·{' '}
        {path === null ? (
          `Ticket ${ticketId}`
        ) : (
          <TextLink inherit to={path}>
            Ticket {ticketId}
          </TextLink>
        )}
      </p>
      <Choices handOver={handOver} onDone={onDone} />
    </li>
  )
}

type Photo = NonNullable<HandOver['photo']>

/** Opens the large image. */
const HandedOverPhoto = ({ photo, name }: { photo: Photo; name: string }) => (
  <>
    <a className={styles.photo} href={photo.large} target="_blank" rel="noreferrer">
      <img
        src={photo.small}
        width={photo.width}
        height={photo.height}
        loading="lazy"
        decoding="async"
        alt={name}
      />
    </a>
    {photo.moment !== '' && <p>{PHOTO_STAGE_LABELS[photo.moment]}</p>}
  </>
)

function Choices({ handOver, onDone }: Pick<HandOverCardProps, 'handOver' | 'onDone'>) {
  const { handOverId, ticketId, state, technician, label, text, photo } = handOver
  const queries = useQueryClient()
  const options = {
    onDone: () => {
      onDone()
      return queries.invalidateQueries({ queryKey: api.bay.handOvers.key() })
    },
  }
  const settling = useMutationOnce(client.bay.settleHandOver, options)
  const adding = useMutationOnce(client.bay.addHandedOverPhoto, options)
  const isRunning = settling.isRunning || adding.isRunning
  const whose = (
    <VisuallyHidden>
      {' '}
      {label} of {technician}
    </VisuallyHidden>
  )
  const tap = (run: (input: { handOverId: string }) => void) => ignoreDoubleClick(() => run({ handOverId }))
  if (photo === null)
    return (
      <div className={styles.choices}>
        <Button size="compact-sm" onClick={() => void copyText(text === '' ? label : text)}>
          Copy{whose}
        </Button>
        <Button size="compact-sm" disabled={isRunning} onClick={tap(settling.run)}>
          Done{whose}
        </Button>
      </div>
    )
  return (
    <div className={styles.choices}>
      {(state === 'active' || state === 'approval') && (
        <Button size="compact-sm" disabled={isRunning} onClick={tap(adding.run)}>
          Add to Ticket{whose}
        </Button>
      )}
      {(state === 'completed' || state === 'closed') && <p>To add this photo, reopen the ticket.</p>}
      <Button
        component="a"
        size="compact-sm"
        href={photo.large}
        download={`ticket-${ticketId}-${photo.photoId.slice(0, 6)}.webp`}
      >
        Save{whose}
      </Button>
      <ConfirmInline
        label="Dismiss"
        about={`${label} of ${technician}`}
        question="The photo will be deleted."
        loading={isRunning}
        onConfirm={() => settling.run({ handOverId })}
      />
    </div>
  )
}
