import { Button, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SEPARATE_DAYS } from '#domain/customers/merge.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useOwnCompany } from '#web/features/bookings/desk-time-fields.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { Question } from '#web/ui/feedback/question.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { CompanyCustomer } from './company-customer.ts'
import styles from './customers.module.css'

type Listed = CompanyCustomer['alike'][number]

const contactOf = ({ phone, email }: Listed): string => [phone, email].filter(Boolean).join(' · ')

/** Who else may be this customer, who was merged into them, and a search for others. */
export function MergePanel({ customer }: { customer: CompanyCustomer }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { alike, merged } = customer
  return (
    <Panel
      title="Merge Customers"
      actions={
        !isOpen && (
          <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
            Find<VisuallyHidden> the same customer under another name</VisuallyHidden>
          </Button>
        )
      }
    >
      {alike.length > 0 && (
        <>
          <p className={styles.muted}>The same phone or email. The same person?</p>
          <Candidates into={customer} customers={alike} />
        </>
      )}
      {isOpen && <SearchToMerge into={customer} onClose={() => setOpen(false)} />}
      {merged.length > 0 && <Merged customers={merged} />}
      {alike.length + merged.length === 0 && !isOpen && (
        <p className={styles.muted}>If this customer is in your list twice, make them one.</p>
      )}
    </Panel>
  )
}

const DEBOUNCE_MS = 250

function SearchToMerge({ into, onClose }: { into: CompanyCustomer; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const { data } = useQuery({
    ...api.customers.find.queryOptions({ input: { q } }),
    enabled: q !== '',
  })
  const found = (q === '' ? undefined : data)?.filter(({ customerId }) => customerId !== into.customerId)
  return (
    <Stack gap="xs">
      <TextInput
        label="Name, phone or email"
        maxLength={200}
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {found?.length === 0 && <p role="status">No other customers found.</p>}
      {found !== undefined && found.length > 0 && <Candidates into={into} customers={found} />}
      <Button variant="subtle" onClick={onClose}>
        Close
      </Button>
    </Stack>
  )
}

function Candidates({ into, customers }: { into: CompanyCustomer; customers: readonly Listed[] }) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <ul className={styles.list}>
      {customers.map(each => (
        <li key={each.customerId} className={styles.item}>
          <span className={styles.words}>
            <TextLink to={`/customers/${each.customerId}`}>{fullName(each)}</TextLink>
            <span className={styles.muted}>{contactOf(each)}</span>
          </span>
          {asked === each.customerId ? (
            <MergeQuestion into={into} merged={each} onClose={() => setAsked(null)} />
          ) : (
            <Button size="compact-sm" onClick={() => setAsked(each.customerId)}>
              Merge…<VisuallyHidden> {fullName(each)}</VisuallyHidden>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const countOf = (count: number): string => (count === 1 ? '1 ticket' : `${count} tickets`)

/** What merging does, before it is done. */
function MergeQuestion({
  into,
  merged,
  onClose,
}: {
  into: CompanyCustomer
  merged: Listed
  onClose: () => void
}) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(
    api.customers.get.queryOptions({ input: { customerId: merged.customerId } }),
  )
  const { run } = useMutationOnce(client.customers.merge, {
    onDone: () => queries.invalidateQueries({ queryKey: api.customers.key() }),
  })
  if (data === undefined)
    return error === null ? (
      <PanelSkeleton lines={2} />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  return (
    <Question
      sentences={[
        `${countOf(data.ticketCount)} of ${fullName(merged)} will be listed here, with the ${countOf(into.ticketCount)} of ${fullName(into)}.`,
        `The contact and note here stay: ${[into.phone, into.email].filter(Boolean).join(', ') || 'no phone or email'}. Tickets keep their details.`,
        `You can separate the two for ${SEPARATE_DAYS} days.`,
      ]}
      label="Merge"
      onConfirm={() => run({ customerId: merged.customerId, into: into.customerId })}
      onClose={onClose}
    />
  )
}

function Merged({ customers }: { customers: CompanyCustomer['merged'] }) {
  const timeZone = useOwnCompany()?.timeZone ?? 'UTC'
  const queries = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const { run, isRunning } = useMutationOnce(client.customers.separate, {
    onDone: () => {
      // The tapped button is gone with its line.
      list.current?.focus()
      return queries.invalidateQueries({ queryKey: api.customers.key() })
    },
  })
  return (
    <ul ref={list} tabIndex={-1} className={styles.list} aria-label="Merged into this customer">
      {customers.map(each => (
        <li key={each.customerId} className={styles.item}>
          <span className={styles.words}>
            <span>{fullName(each)}</span>
            <span className={styles.muted}>{contactOf(each)}</span>
            <span className={styles.muted}>Merged {formatDayWithYear(dayOf(each.mergedAt, timeZone))}</span>
          </span>
          {each.canSeparate && (
            <Button
              size="compact-sm"
              disabled={isRunning}
              onClick={() => run({ customerId: each.customerId })}
            >
              Separate<VisuallyHidden> {fullName(each)}</VisuallyHidden>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
