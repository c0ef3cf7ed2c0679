import { Box, Button } from '@mantine/core'
import { hasRigVisit } from '#domain/tickets/change-rig-visit.ts'
import { meterNotices, rigVisitFacts } from '#domain/tickets/rig-visit.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { MeterNotice, useEarlierReadings } from './meter-notice.tsx'
import { RigVisitForm } from './rig-visit-form.tsx'
import type { TicketView } from './ticket-view.ts'

/** The rig's meters, and when the shop had it: to read, and to change. Nothing as long as nothing was typed, for a company that does not ask for meters. */
export function RigVisitDetails({ ticket }: { ticket: TicketView }) {
  const may = usePermission()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { ticketId, rigVisit, asksForMeters } = ticket
  const facts = rigVisitFacts(rigVisit)
  const hasReading = rigVisit.odometer !== null || rigVisit.generatorHours !== null
  const notices = meterNotices(rigVisit, useEarlierReadings(ticketId, hasReading))
  if (isOpen)
    return (
      <Box my="sm">
        <RigVisitForm ticket={ticket} onClose={() => setOpen(false)} />
      </Box>
    )
  const isTyped = facts.length > 0
  return (
    <>
      {isTyped && (
        <Box mt="xs">
          <KeyValues
            rows={facts.map(({ field, label, value }) => ({
              label,
              value: (
                <>
                  {value}
                  <MeterNotice notice={notices[field]} />
                </>
              ),
            }))}
          />
        </Box>
      )}
      {(isTyped || asksForMeters) && hasRigVisit(ticket) && may('ticket.check-in', ticket) && (
        <Button ref={opener} size="compact-md" my="xs" onClick={() => setOpen(true)}>
          {isTyped ? 'Edit' : 'Add'} Meters and Dates
        </Button>
      )}
    </>
  )
}
