import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client } from '#web/api.ts'
import { attempt, showFault } from '#web/parts/contract-validate.ts'
import { useDraft } from '#web/parts/form-draft.ts'
import { useCommand } from '#web/parts/use-command.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { notify } from '#web/ui/notify.ts'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PrimaryButton } from '#web/ui/primary-button.tsx'
import styles from './create-ticket.module.css'
import { CustomerFields } from './new-ticket/customer-fields.tsx'
import { DeferredOnNew } from './new-ticket/deferred-on-new.tsx'
import { JobLines } from './new-ticket/job-lines.tsx'
import { RigFields } from './new-ticket/rig-fields.tsx'
import { toSend, useTicketForm } from './new-ticket/ticket-form.ts'

export function CreateTicketPage() {
  const form = useTicketForm()
  const draft = useDraft(form, 'new ticket')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { run, isRunning } = useCommand(client.tickets.create, {
    onDone: () => {
      draft.clear()
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      // A new RV is a known one from now on.
      void queries.invalidateQueries({ queryKey: api.rigs.suggest.key() })
      notify.clear()
      notify.success('Ticket created successfully!')
      void navigate({ to: '/dashboard' })
    },
    onFault: showFault(form),
  })
  return (
    <Page title="Create a New Ticket" width="reading" dense>
      <form className={styles.form} onSubmit={attempt(form, values => run(toSend(values)))} noValidate>
        <Panel title="Customer Information">
          <CustomerFields form={form} />
        </Panel>
        <Panel title="RV Information">
          <RigFields form={form} />
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
