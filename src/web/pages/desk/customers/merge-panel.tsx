import { Button, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
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
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { CompanyCustomer } from './company-customer.ts'
import { ConsentValue } from './consent-value.tsx'
import { CustomerItem, type ListedCustomer } from './customer-item.tsx'
import styles from './customers.module.css'

/** Who else may be this customer, who was merged into them, and a search for others. */
export function MergePanel({ customer }: { customer: CompanyCustomer }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { alike, merged } = customer
  const timeZone = useOwnCompany()?.timeZone ?? 'UTC'
  const queries = useQueryClient()
  const content = useRef<HTMLDivElement>(null)
  const onDone = () => {
    // The tapped button goes with its customer.
    content.current?.focus()
    return queries.invalidateQueries({ queryKey: api.customers.key() })
  }
  const merge = useMutationOnce(client.customers.merge, { onDone })
  const separate = useMutationOnce(client.customers.separate, { onDone })
  const candidates = (customers: readonly ListedCustomer[]) => (
    <ul className={styles.list}>
      {customers.map(each => (
        <Candidate
          key={each.customerId}
          into={customer}
          customer={each}
          onMerge={() => merge.run({ customerId: each.customerId, into: customer.customerId })}
        />
      ))}
    </ul>
  )
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
      {/* biome-ignore lint/a11y/useSemanticElements: no form, and no group of fields */}
      <div ref={content} role="group" aria-label="Customers to merge" tabIndex={-1}>
        {alike.length > 0 && (
          <>
            <p className={styles.muted}>The same phone or email. The same person?</p>
            {candidates(alike)}
          </>
        )}
        {isOpen && <SearchToMerge into={customer} candidates={candidates} onClose={() => setOpen(false)} />}
        {merged.length > 0 && (
          <ul className={styles.list} aria-label="Merged into this customer">
            {merged.map(each => (
              <CustomerItem
                key={each.customerId}
                customer={each}
                merged={formatDayWithYear(dayOf(each.mergedAt, timeZone))}
              >
                {each.consent !== null && <ConsentValue consent={each.consent} />}
                {each.canSeparate && (
                  <Button
                    size="compact-sm"
                    disabled={separate.isRunning}
                    onClick={() => separate.run({ customerId: each.customerId })}
                  >
                    Separate<VisuallyHidden> {fullName(each)}</VisuallyHidden>
                  </Button>
                )}
              </CustomerItem>
            ))}
          </ul>
        )}
        {alike.length + merged.length === 0 && !isOpen && (
          <p className={styles.muted}>If this customer is in your list twice, make them one.</p>
        )}
      </div>
    </Panel>
  )
}

const DEBOUNCE_MS = 250

type SearchToMergeProps = {
  into: CompanyCustomer
  candidates: (customers: readonly ListedCustomer[]) => ReactNode
  onClose: () => void
}

function SearchToMerge({ into, candidates, onClose }: SearchToMergeProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const { data, error, refetch } = useQuery({
    ...api.customers.find.queryOptions({ input: { q } }),
    enabled: q !== '',
  })
  const found = data?.filter(({ customerId }) => customerId !== into.customerId)
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
      <div role="status">
        {q !== '' && data === undefined && error === null && 'Searching…'}
        {found?.length === 0 && 'No other customers found.'}
      </div>
      {error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {found !== undefined && found.length > 0 && candidates(found)}
      <Button variant="subtle" onClick={onClose}>
        Close
      </Button>
    </Stack>
  )
}

type CandidateProps = { into: CompanyCustomer; customer: ListedCustomer; onMerge: () => void }

function Candidate({ into, customer, onMerge }: CandidateProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  return (
    <CustomerItem customer={customer}>
      {isOpen ? (
        <MergeQuestion into={into} merged={customer} onMerge={onMerge} onClose={() => setOpen(false)} />
      ) : (
        <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
          Merge…<VisuallyHidden> {fullName(customer)}</VisuallyHidden>
        </Button>
      )}
    </CustomerItem>
  )
}

const countOf = (count: number): string => (count === 1 ? '1 ticket' : `${count} tickets`)

/** What merging does, before it is done. */
function MergeQuestion({
  into,
  merged,
  onMerge,
  onClose,
}: {
  into: CompanyCustomer
  merged: ListedCustomer
  onMerge: () => void
  onClose: () => void
}) {
  const { data, error, refetch } = useQuery(
    api.customers.get.queryOptions({ input: { customerId: merged.customerId } }),
  )
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
      onConfirm={onMerge}
      onClose={onClose}
    />
  )
}
