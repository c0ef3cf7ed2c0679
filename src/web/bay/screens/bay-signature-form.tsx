import { useState } from 'react'
import { type BayOccasion, jobsToSign, labelsOf, OCCASION_LABELS } from '#domain/signatures/bay-signature.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { client } from '#web/api/client.ts'
import { type SignatureErrors, SignatureFields } from '#web/features/signatures/signature-fields.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'

type BaySignatureFormProps = { ticket: TicketView; occasion: BayOccasion; onClose: () => void }

/** Signs the lines as they were when it was opened, which is what the customer reads. */
export function BaySignatureForm({ ticket, occasion, onClose }: BaySignatureFormProps) {
  const { ticketId, customerDetails } = ticket
  const [jobs] = useState(() =>
    jobsToSign(occasion, ticket.jobs).map(({ jobNumber, problem }) => ({ jobNumber, problem })),
  )
  const [errors, setErrors] = useState<SignatureErrors>({})
  const { run, isRunning } = useTicketCommand(ticketId, client.signatures.takeInBay, {
    inBay: 'sign',
    onStored: onClose,
    onDone: () => notify.success('Signed.'),
    onWaiting: () => notify.success('Signed. The desk gets it as soon as you have a signal.'),
    onError: (error, showError) => {
      setErrors(error.fields)
      if (Object.keys(error.fields).length === 0) showError(error)
    },
  })
  return (
    <SignatureFields
      what={OCCASION_LABELS[occasion]}
      jobLines={labelsOf(jobs)}
      name={fullName(customerDetails)}
      {...{ errors, setErrors, isRunning, onClose }}
      onSign={signed => run({ ticketId, occasion, jobs, ...signed })}
    />
  )
}
