import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#domain/tickets/assignment.ts'
import { api, client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { SignButton } from '#web/features/signatures/sign-button.tsx'
import { SignatureList } from '#web/features/signatures/signature-list.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'

/** What the customer signed, and what they can sign on this device now; nothing in a company that does not ask. */
export function SignaturesPanel({ ticket: { ticketId, customerDetails } }: { ticket: TicketView }) {
  const queries = useQueryClient()
  const query = api.signatures.list.queryOptions({ input: { ticketId } })
  const enabled = usePermission()('signature.take')
  const { data } = useQuery({ ...query, enabled })
  if (data === undefined || data.signatures.length + data.toSign.length === 0) return null
  const { signatures, toSign, timeZone } = data
  return (
    <Panel title="Signatures" {...(signatures.length > 0 && { count: signatures.length })}>
      <Stack gap="md">
        {signatures.length > 0 && <SignatureList signatures={signatures} timeZone={timeZone} />}
        {toSign.map(subject => (
          <SignButton
            // What changed is read first.
            key={subject.version}
            subject={subject}
            signatures={signatures}
            name={fullName(customerDetails)}
            sign={(input, options) => client.signatures.take({ ticketId, ...input }, options)}
            onSigned={() => queries.invalidateQueries({ queryKey: query.queryKey })}
          />
        ))}
      </Stack>
    </Panel>
  )
}
