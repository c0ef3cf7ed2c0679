import { useQueryClient } from '@tanstack/react-query'
import { type EmailOutcome, emailNotSentSentence } from '#domain/mail/email-outcome.ts'
import { type AppError, api } from '#web/api/client.ts'
import type { MutationCall } from '#web/api/use-mutation-once.ts'
import { lazyValidation } from '#web/api/validate-with-contract.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'

export const loadInvoiceValidation = lazyValidation(() => import('./invoice-validation.ts'))

/** How the email of a document went, or only that it is done. */
export type MoneyAnswer = { email?: EmailOutcome | null } | { done: true } | { entryId: string }

/** A command on a ticket's money, which may email a document. What is shown is refetched afterwards, also when it was refused. */
export function useMoneyCommand<Input, Output extends MoneyAnswer>(
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
    onDone: answer => {
      const email = 'email' in answer ? answer.email : null
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
