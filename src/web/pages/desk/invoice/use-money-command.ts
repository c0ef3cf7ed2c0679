import { useQueryClient } from '@tanstack/react-query'
import { type EmailOutcome, emailNotSentSentence } from '#domain/mail/email-outcome.ts'
import { type AppError, api } from '#web/api/client.ts'
import type { MutationCall } from '#web/api/use-mutation-once.ts'
import { lazyValidation } from '#web/api/validate-with-contract.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'

export const loadInvoiceValidation = lazyValidation(() => import('./invoice-validation.ts'))

/** A command on a ticket's money, which may email a document. What is shown is refetched afterwards, also when it was refused. */
export function useMoneyCommand<Input, Output extends { email?: EmailOutcome | null }>(
  ticketId: number,
  call: MutationCall<Input, Output>,
  done: string,
  onDone: () => void,
  onRefused: (error: AppError) => void,
) {
  const queries = useQueryClient()
  const refetch = () =>
    queries.invalidateQueries({ queryKey: api.billing.getTicket.key({ input: { ticketId } }) })
  return useTicketCommand(ticketId, call, {
    onDone: ({ email }) => {
      void refetch()
      onDone()
      const error = emailNotSentSentence(email)
      if (error === null) notify.success(email === 'posted' ? `${done} It is on its way by email.` : done)
      else notify.failure(`${done} ${error}`)
    },
    onError: error => {
      void refetch()
      onRefused(error)
    },
  })
}
