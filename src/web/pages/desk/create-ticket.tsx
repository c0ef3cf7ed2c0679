import { useDebouncedValue } from '@mantine/hooks'
import { IconCaravan } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { rigName } from '#domain/rigs/rig.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { api, client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { DeferredWork } from '#web/features/rigs/deferred-work.tsx'
import { CustomerFields } from '#web/features/tickets/form/customer-fields.tsx'
import { RigFields } from '#web/features/tickets/form/rig-fields.tsx'
import { type TicketForm, toNewTicket, useTicketForm } from '#web/features/tickets/form/ticket-form.ts'
import { EMPTY_JOB } from '#web/features/tickets/jobs/job-form-values.ts'
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

const DEBOUNCE_MS = 400

/** Declined work of the new ticket's rig, to be added as job lines. */
function DeferredOnNew({ form }: { form: TicketForm }) {
  const [vin] = useDebouncedValue(normalizeVin(form.values.customerRV.vin), DEBOUNCE_MS)
  const problems = new Set(form.values.jobs.map(({ problem }) => problem))
  return (
    <DeferredWork
      vin={vin}
      ofTicket={form.values.known?.rig.ownRig?.ticketId}
      isOnTicket={({ problem }) => problems.has(problem)}
      onAdd={problem => form.insertListItem('jobs', { ...EMPTY_JOB, problem })}
    />
  )
}

export function CreateTicketPage() {
  const form = useTicketForm()
  const [leftVin, setLeftVin] = useState('')
  const returning = useReturningCustomer(form)
  const draft = useDraft(form, 'new ticket')
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
    onError: setFormErrors(form),
  })
  return (
    <Page title="Create a New Ticket" width="reading" dense>
      <form
        className={layout.panels}
        onSubmit={submitWith(form, values => run(toNewTicket(values)))}
        noValidate
      >
        <Panel title="Customer Information">
          <CustomerFields
            form={form}
            wrap={(field, input) => (
              <SuggestingField key={field} form={form} field={field} onPick={returning.pick}>
                {input}
              </SuggestingField>
            )}
          />
          <ImportedCustomers form={form} leftVin={leftVin} onPick={returning.pick} />
        </Panel>
        <Panel title="RV Information">
          {returning.rigs.length > 0 && (
            <FieldNote
              icon={IconCaravan}
              actions={returning.rigs.map(rig => ({
                label: [rigName(rig), rig.vin.slice(-6)].filter(Boolean).join(', '),
                onClick: () => returning.pickRig(rig),
              }))}
            >
              {returning.name} has been here with:
            </FieldNote>
          )}
          <RigFields form={form} onLeaveVin={setLeftVin} />
        </Panel>
        <DeferredOnNew form={form} />
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
