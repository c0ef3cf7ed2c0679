import { Box } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCaravan } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, useEffect, useRef, useState } from 'react'
import { rigName } from '#domain/rigs/rig.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, type FormDraft, useDraft } from '#web/api/drafts/form-draft.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { CustomerFields } from '#web/features/tickets/form/customer-fields.tsx'
import { withPickedRig } from '#web/features/tickets/form/known-rig.ts'
import { RigFields } from '#web/features/tickets/form/rig-fields.tsx'
import {
  EMPTY_TICKET,
  formOfTicket,
  type TicketForm,
  toNewTicket,
  useTicketForm,
} from '#web/features/tickets/form/ticket-form.ts'
import { fromDeferred } from '#web/features/tickets/jobs/job-form-values.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { AfterTicket } from '#web/pages/desk/new-ticket/after-ticket.tsx'
import { SuggestingField } from '#web/pages/desk/new-ticket/customer-suggestions.tsx'
import { ImportedCustomers } from '#web/pages/desk/new-ticket/imported-customers.tsx'
import { JobLines } from '#web/pages/desk/new-ticket/job-lines.tsx'
import { useReturningCustomer } from '#web/pages/desk/new-ticket/use-returning-customer.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import layout from '#web/ui/layout/columns.module.css'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'

const DeferredWork = lazy(() =>
  import('#web/features/rigs/deferred-work.tsx').then(({ DeferredWork }) => ({ default: DeferredWork })),
)
const OpenTickets = lazy(() =>
  import('#web/pages/desk/new-ticket/open-tickets.tsx').then(({ OpenTickets }) => ({ default: OpenTickets })),
)

const DEBOUNCE_MS = 400

/** Declined work of the new ticket's rig, to be added as job lines. */
function DeferredOnNew({ form, vin }: { form: TicketForm; vin: string }) {
  const problems = new Set(form.values.jobs.map(({ problem }) => problem))
  return (
    <DeferredWork
      vin={vin}
      ofTicket={form.values.known?.rig.ownRig?.ticketId}
      isOnTicket={({ problem }) => problems.has(problem)}
      onAdd={line => form.insertListItem('jobs', fromDeferred(line))}
    />
  )
}

const PAGE = { title: 'Create a New Ticket', width: 'reading', dense: true } as const

export function CreateTicketPage() {
  const { from } = useSearch({ strict: false })
  if (from === undefined) return <CreateTicket />
  return (
    <AfterTicket key={from} ticketId={from} page={PAGE}>
      {earlier => <CreateTicket earlier={earlier} />}
    </AfterTicket>
  )
}

function CreateTicket({ earlier }: { earlier?: TicketView }) {
  const form = useTicketForm(earlier === undefined ? EMPTY_TICKET : formOfTicket(earlier))
  const [leftVin, setLeftVin] = useState('')
  const [vin] = useDebouncedValue(normalizeVin(form.values.customerRV.vin), DEBOUNCE_MS)
  const returning = useReturningCustomer(form)
  const draft = useDraft(form, earlier === undefined ? 'new ticket' : `new ticket after ${earlier.ticketId}`)
  usePickedOnce(form, draft, earlier, returning.pickRig)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.tickets.create, {
    onDone: () => {
      draft.clear()
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      // A new RV is on file from now on.
      void queries.invalidateQueries({ queryKey: api.rigs.suggest.key() })
      notify.clear()
      notify.success('Ticket created successfully!')
      void navigate({ to: '/dashboard' })
    },
    onError: setFormErrors(form, draft),
  })
  return (
    <Page {...PAGE}>
      <form
        className={layout.panels}
        onSubmit={submitWith(form, values => run(toNewTicket(values)))}
        noValidate
      >
        <DraftNote draft={draft} />
        <Panel title="Customer Information">
          <CustomerFields
            form={form}
            wrap={(field, input) => (
              <SuggestingField
                key={field}
                typed={form.values.customerDetails}
                field={field}
                onPick={returning.pick}
              >
                {input}
              </SuggestingField>
            )}
          />
          <ImportedCustomers form={form} leftVin={leftVin} onPick={returning.pick} />
        </Panel>
        <Panel title="RV Information">
          {returning.rigs.length > 0 && (
            <Box mb="md">
              <FieldNote
                icon={IconCaravan}
                actions={returning.rigs.map(rig => ({
                  label: [rigName(rig), rig.vin.slice(-6)].filter(Boolean).join(', '),
                  onClick: () => void returning.pickRig(rig),
                }))}
              >
                {returning.name} has been here with:
              </FieldNote>
            </Box>
          )}
          <RigFields
            form={form}
            onLeaveVin={setLeftVin}
            vinNote={
              vin !== '' && (
                <LazyContent>
                  <OpenTickets vin={vin} />
                </LazyContent>
              )
            }
          />
        </Panel>
        <LazyContent>
          <DeferredOnNew form={form} vin={vin} />
        </LazyContent>
        <JobLines form={form} />
        <ActionBar>
          <PrimaryButton type="submit" loading={isRunning} loadingText="Creating ticket, please wait...">
            Create Ticket
          </PrimaryButton>
        </ActionBar>
      </form>
    </Page>
  )
}

/**
 * Picks the rig of an earlier ticket, unless a draft has another state of the form. It is no change of the form; what is
 * typed while it loads is one.
 */
function usePickedOnce(
  form: TicketForm,
  draft: FormDraft,
  earlier: TicketView | undefined,
  pickRig: ReturnType<typeof useReturningCustomer>['pickRig'],
): void {
  const pick = useRef(async () => {
    if (earlier === undefined || form.isDirty()) return
    const { ticketId, customerRV } = earlier
    await pickRig({ ...customerRV, axleAmount: customerRV.axleAmount ?? '', ticketId })
    form.resetDirty(withPickedRig(form.getInitialValues(), form.getValues()))
    if (!form.isDirty()) draft.clear()
  })
  useEffect(() => void pick.current(), [])
}
