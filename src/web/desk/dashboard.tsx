import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, faultOf } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { useMay } from '#web/parts/use-may.ts'
import { useSignOut } from '#web/parts/use-sign-out.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type KeyValue, KeyValues } from '#web/ui/key-values.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'
import { PanelSkeleton } from '#web/ui/skeletons.tsx'
import { CustomersWrote } from './board/customers-wrote.tsx'
import { TicketBoard } from './board/ticket-board.tsx'
import { InTheBay } from './clocks/in-the-bay.tsx'
import styles from './dashboard.module.css'

/** Where the day starts: whose company it is, and every ticket that is open. */
export function DashboardPage() {
  const may = useMay()
  const { data: company, error, refetch } = useQuery(api.companies.mine.queryOptions())
  return (
    <Page
      title={company?.companyName ?? 'Dashboard'}
      tabTitle="Dashboard"
      width="full"
      dense
      actions={
        <>
          <Logout />
          {may('schedule.see') && <LinkButton to="/schedule">Schedule</LinkButton>}
          {may('employee.register') && <LinkButton to="/register-employee">Add Employee</LinkButton>}
          {may('ticket.create') && (
            <LinkButton to="/create-ticket" next className={styles.create ?? ''}>
              Create Ticket
            </LinkButton>
          )}
        </>
      }
    >
      <div className={styles.company}>
        {company === undefined && error === null && (
          <PanelSkeleton lines={2} label="Loading company details..." />
        )}
        {company === undefined && error !== null && <NoCompany error={error} onRetry={() => refetch()} />}
        {company !== undefined && (
          <div className={styles.details}>
            <KeyValues inline rows={rowsOf(company)} />
            {may('company.change') && <TextLink to="/company">Edit Company</TextLink>}
          </div>
        )}
      </div>
      {company !== undefined && <InTheBay timeZone={company.timeZone} />}
      {company !== undefined && <CustomersWrote />}
      {company !== undefined && <TicketBoard />}
    </Page>
  )
}

type Company = NonNullable<Awaited<ReturnType<typeof api.companies.mine.call>>>

function rowsOf({ companyAddress, companyPhone, email, details }: Company): KeyValue[] {
  const rows = [
    { label: 'Address', value: companyAddress },
    { label: 'Phone', value: companyPhone },
    { label: 'Email', value: email },
  ]
  return details === null
    ? rows
    : [...rows, { label: 'Number of Employees', value: details.numberOfEmployees }]
}

/** An account without a company has nothing here; anything else can be tried again. */
function NoCompany({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { code } = faultOf(error)
  return code === 'FORBIDDEN' || code === 'NOT_FOUND' ? (
    <EmptyState
      sentence="No company details found for this user."
      next="Ask the owner of your company to register you, or register a company of your own."
    />
  ) : (
    <LoadFault error={error} onRetry={onRetry} />
  )
}

function Logout() {
  const { run, isRunning } = useSignOut()
  return (
    <Button disabled={isRunning} onClick={run}>
      Logout
    </Button>
  )
}
