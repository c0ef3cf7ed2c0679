import { usePermission } from '#web/api/use-permission.ts'
import { Adder } from '#web/features/tickets/adder.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import { NewPartForm } from './new-part-form.tsx'

/** Adds parts, to the job line that it stands in or, with null, to the ticket or a chosen line. */
export function AddPart({ jobNumber }: { jobNumber: number | null }) {
  const { ticketId, totals } = useTicketContext()
  const withPrice = usePermission()('part.price') && totals !== null
  const draft = `part on ${ticketId}${jobNumber === null ? '' : ` ${jobNumber}`}`
  return (
    <Adder label="Add Part" draft={draft} {...(jobNumber === null ? {} : { suffix: `to job ${jobNumber}` })}>
      {form => <NewPartForm {...form} draft={draft} withPrice={withPrice} jobNumber={jobNumber} />}
    </Adder>
  )
}
