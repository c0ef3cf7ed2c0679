import { NativeSelect } from '@mantine/core'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import type { InvoiceProps, TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { type JobView, workableJobs } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './invoice.module.css'

type Rates = TicketMoneyView['laborRates']
type LaborRatesProps = Pick<InvoiceProps, 'ticket'> & { rates: Rates }

const COMPANY_RATE = ''

const labelOf = (name: string, amount: Cents | null): string =>
  amount === null ? name : `${name}, ${formatMoney(amount)}/hr`

/**
 * Which of the company's labor rates each job line without a flat price is charged at; until it is billed or the ticket is
 * finalized.
 */
export function LaborRates({ ticket, rates }: LaborRatesProps) {
  const jobs = workableJobs(ticket.jobs).filter(
    ({ answer, billed, flatPrice }) => answer !== 'declined' && !billed && flatPrice === null,
  )
  if (!isInWork(ticket) || jobs.length === 0) return null
  return (
    <Panel title="Labor rates">
      <div className={styles.form}>
        {jobs.map(job => (
          <LaborRateSelect key={job.jobNumber} ticket={ticket} rates={rates} job={job} />
        ))}
      </div>
    </Panel>
  )
}

function LaborRateSelect({ ticket, rates, job }: LaborRatesProps & { job: JobView }) {
  const { ticketId, totals } = ticket
  const { jobNumber, namedRate, answer } = job
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changeJob, {
    waitForRefetch: true,
    onDone: () => notify.success('Labor rate saved.'),
  })
  // An approved line keeps its rate as it was, also one that the company has changed or removed.
  const others = rates.filter(({ laborRateId }) => laborRateId !== namedRate?.laborRateId)
  const offered = namedRate === null ? others : [namedRate, ...others]
  return (
    <NativeSelect
      label={jobLabel(job)}
      {...(answer === 'approved' && { description: 'Approved by the customer at this rate.' })}
      value={namedRate?.laborRateId ?? COMPANY_RATE}
      disabled={isRunning}
      data={[
        { value: COMPANY_RATE, label: labelOf('Company rate', totals?.laborRate ?? null) },
        ...offered.map(({ laborRateId, name, amount }) => ({
          value: laborRateId,
          label: labelOf(name, amount),
        })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        run({ ticketId, jobNumber, laborRateId: value === COMPANY_RATE ? null : value })
      }
    />
  )
}
