import { Button, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { currentOutbox } from '#web/bay/bay-outbox.ts'
import {
  discard,
  handOverToDesk,
  labelOfText,
  type RefusedItem,
  refusedItems,
  useIsHandingOver,
} from '#web/bay/hand-over.ts'
import type { UnsentText } from '#web/bay/outbox/text-drafts.ts'
import { useUnsentText } from '#web/features/tickets/autosave/finding-drafts.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextLink } from '#web/ui/links.tsx'
import { RefusedCard } from './refused-card.tsx'
import styles from './unsent-list.module.css'
import { countOfTaps, useLostCount, useOutboxEntries, useOutboxState } from './use-bay-outbox.ts'
import { useTicketName, WaitingRow } from './waiting-row.tsx'

/** As many as a person reads; a list of thousands would open slowly. */
const PAGE_SIZE = 25

const STATE_SENTENCES = {
  idle: 'Everything here goes to the server by itself, in the order you tapped it.',
  sending: 'Sending now.',
  unreachable:
    'No signal. Everything here is safe on this phone, and goes out by itself when you’re back online.',
  'signed-out':
    'You were logged out. Log in again with this account, and everything here goes out by itself.',
} as const

/** What was refused, as cards that need an answer; then what waits; then text that is not saved. */
export function UnsentList({ onClose }: { onClose: () => void }) {
  const entries = useOutboxEntries()
  const texts = useUnsentText()
  const refused = refusedItems(texts, entries)
  const refusedTicketIds = [...new Set(refused.map(({ ticketId }) => ticketId))]
  const waiting = entries.filter(({ refusal }) => refusal === null)
  const waitingTexts = texts.filter(text => text.refused === undefined)
  const state = useOutboxState()
  const lostCount = useLostCount()
  const isEmpty = entries.length + texts.length + lostCount === 0
  const [isDismissed, setDismissed] = useState(false)
  const statusLine = useRef<HTMLDivElement>(null)
  // A tapped button leaves with its card; the focus stays in the dialog.
  useEffect(() => {
    if (document.activeElement === document.body)
      statusLine.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
  })
  const dismissLost = (): void => {
    currentOutbox()?.dismissLost()
    setDismissed(true)
  }
  const status = (
    <VisuallyHidden role="status" ref={statusLine}>
      {isDismissed && 'The note about deleted taps is removed.'}
    </VisuallyHidden>
  )
  if (isEmpty)
    return (
      <div>
        {status}
        <EmptyState
          icon={IconCircleCheck}
          sentence="Nothing is waiting on this phone."
          next="What you tap without a signal is here until it is sent."
        />
      </div>
    )
  return (
    <div className={styles.lists}>
      {status}
      {lostCount > 0 && (
        <div>
          <p className={styles.lost} role="alert">
            This browser deleted {countOfTaps(lostCount)} before {lostCount === 1 ? 'it' : 'they'} could be
            sent. Check your tickets, and tell the desk.
          </p>
          <Button size="compact-md" mt="xs" onClick={dismissLost}>
            Got It
          </Button>
        </div>
      )}
      {refused.length > 0 && (
        <Group title="Not Accepted" count={refused.length}>
          {refusedTicketIds.map(ticketId => (
            <RefusedGroup
              key={ticketId}
              items={refused.filter(item => item.ticketId === ticketId)}
              ticketId={ticketId}
              onClose={onClose}
            />
          ))}
        </Group>
      )}
      {waiting.length > 0 && (
        <Group title="Waiting" count={waiting.length} lead={STATE_SENTENCES[state]}>
          {state !== 'signed-out' && <SendNow />}
          <Paged entries={waiting} row={entry => <WaitingRow key={entry.key} entry={entry} />} />
        </Group>
      )}
      {waitingTexts.length > 0 && (
        <Group
          title="Not Saved"
          count={waitingTexts.length}
          lead="Typed here, and not saved to the ticket yet."
        >
          <ul className={styles.rows}>
            {waitingTexts.map(text => (
              <TextRow key={text.key} text={text} onClose={onClose} />
            ))}
          </ul>
        </Group>
      )}
    </div>
  )
}

/** For who knows sooner than the browser that there is a signal again. */
const SendNow = () => (
  <Button size="compact-md" mb="xs" onClick={() => void currentOutbox()?.flush()}>
    Send Now
  </Button>
)

type GroupProps = { title: string; count: number; lead?: string; children: ReactNode }

const Group = ({ title, count, lead, children }: GroupProps) => (
  <section aria-label={title}>
    <h3 className={styles.title}>
      {title} <span className={styles.count}>{count.toLocaleString('en-US')}</span>
    </h3>
    {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    {children}
  </section>
)

type TicketItems = { ticketId: number; items: readonly RefusedItem[] }

/** The cards of one ticket, and what can be done with all of them. */
const RefusedGroup = ({ ticketId, items, onClose }: TicketItems & { onClose: () => void }) => (
  <>
    {items.length > 1 && <AllOfTicket ticketId={ticketId} items={items} />}
    <Paged entries={items} row={item => <RefusedCard key={item.key} item={item} onClose={onClose} />} />
  </>
)

function AllOfTicket({ ticketId, items }: TicketItems) {
  const isHandingOver = useIsHandingOver(items)
  const name = useTicketName(ticketId)
  return (
    <div className={styles.ofTicket}>
      <h4 className={styles.label}>{name}</h4>
      <fieldset className={styles.choices} disabled={isHandingOver}>
        <Button size="compact-md" onClick={ignoreDoubleClick(() => void handOverToDesk(items))}>
          Hand All to the Desk
          <VisuallyHidden>: {name}</VisuallyHidden>
        </Button>
        <ConfirmInline
          label="Discard All"
          about={name}
          question={`All ${items.length} are only on this phone and will be lost.`}
          onConfirm={() => void discard(items)}
        />
      </fieldset>
    </div>
  )
}

type PagedProps<Entry> = { entries: readonly Entry[]; row: (entry: Entry) => ReactNode }

function Paged<Entry>({ entries, row }: PagedProps<Entry>) {
  const [limit, setLimit] = useState(PAGE_SIZE)
  return (
    <>
      <ul className={styles.rows}>{entries.slice(0, limit).map(row)}</ul>
      {entries.length > limit && (
        <Button fullWidth onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show more ({(entries.length - limit).toLocaleString('en-US')})
        </Button>
      )}
    </>
  )
}

const TextRow = ({ text, onClose }: { text: UnsentText; onClose: () => void }) => (
  <li className={styles.row}>
    <div className={styles.words}>
      <span className={styles.label}>{labelOfText(text)}</span>
      <span className={styles.written}>{text.text}</span>
      <TextLink to={`/bay/${text.ticketId}`} onClick={onClose}>
        Open Ticket {text.ticketId}
      </TextLink>
    </div>
  </li>
)
