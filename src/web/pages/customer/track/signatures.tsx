import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { fullName } from '#domain/tickets/assignment.ts'
import { PLUS_TAX } from '#domain/tickets/totals.ts'
import { api, client } from '#web/api/client.ts'
import { SignButton } from '#web/features/signatures/sign-button.tsx'
import { SignatureList } from '#web/features/signatures/signature-list.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import type { TrackedTicket } from './tracked-ticket-query.ts'

/** What the customer signed, and the estimate that they are asked to sign. */
export function Signatures({ token, ticket }: { token: string; ticket: TrackedTicket }) {
  const queries = useQueryClient()
  const { signatures, toSign, customer, totals, timeZone } = ticket
  return (
    <Panel title="Signatures" {...(signatures.length > 0 && { count: signatures.length })}>
      <Stack gap="md">
        {signatures.length > 0 && <SignatureList signatures={signatures} timeZone={timeZone} />}
        {toSign !== null && (
          <SignButton
            // What changed is read first.
            key={toSign.version}
            subject={toSign}
            signatures={signatures}
            hint={totals.balanceHint === PLUS_TAX ? PLUS_TAX : null}
            name={fullName(customer)}
            sign={(input, options) => client.customerView.sign({ token, ...input }, options)}
            onSigned={() => queries.invalidateQueries({ queryKey: api.customerView.key() })}
          />
        )}
      </Stack>
    </Panel>
  )
}
