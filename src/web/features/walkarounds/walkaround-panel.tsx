import { Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { formatDateTime } from '#domain/lib/company-time.ts'
import { MAX_PHOTOS_PER_JOB, TOO_MANY_PHOTOS } from '#domain/photos/photo.ts'
import { isRigHere } from '#domain/tickets/check-in.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { walkaroundFacts } from '#domain/walkarounds/walkaround.ts'
import { api } from '#web/api/client.ts'
import type { PhotoAdderProps } from '#web/features/photos/add-photos.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { WalkaroundForm } from './walkaround-form.tsx'

type WalkaroundPanelProps = { ticket: TicketView; PhotoAdder: ComponentType<PhotoAdderProps> }

/** What the RV was like when it came in: to read, and to change while it is here. */
export function WalkaroundPanel({ ticket, PhotoAdder }: WalkaroundPanelProps) {
  const { ticketId } = ticket
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const mayWrite = useTicketPermission()('ticket.check-in') && isRigHere(ticket)
  const { data } = useQuery(api.walkarounds.get.queryOptions({ input: { ticketId } }))
  if (data?.isOn !== true) return null
  const { walkaround, timeZone } = data
  if (walkaround === null && !mayWrite) return null
  if (mayWrite && isOpen)
    return (
      <Panel title="Walkaround">
        <WalkaroundForm {...{ ticketId, walkaround }} onClose={() => setOpen(false)}>
          <WalkaroundPhotos ticket={ticket} PhotoAdder={PhotoAdder} />
        </WalkaroundForm>
      </Panel>
    )
  return (
    <Panel title="Walkaround">
      {walkaround === null ? (
        <Text size="sm">Note what is broken before anyone works on the RV.</Text>
      ) : (
        <KeyValues
          rows={[
            ...walkaroundFacts(walkaround),
            {
              label: 'As of',
              value: `${formatDateTime(walkaround.recordedAt, timeZone)} by ${walkaround.recordedByName}`,
            },
          ]}
        />
      )}
      {mayWrite && (
        <Button ref={opener} size="compact-md" mt="sm" onClick={() => setOpen(true)}>
          {walkaround === null ? (
            'Record Walkaround'
          ) : (
            <>
              Edit<VisuallyHidden> walkaround</VisuallyHidden>
            </>
          )}
        </Button>
      )}
    </Panel>
  )
}

/** The photos all round are photos of the first job line, before the repair. */
function WalkaroundPhotos({ ticket, PhotoAdder }: WalkaroundPanelProps) {
  const mayAdd = useTicketPermission()('photo.add') && isInWork(ticket)
  const [job] = ticket.jobs
  if (!mayAdd || job === undefined) return null
  const { jobNumber, photos } = job
  return (
    <Stack component="section" gap="xs" mt="sm" aria-label="Photos all round">
      <Text size="sm">
        {`Photos all round: front, driver side, rear, passenger side, roof. They are on job ${jobNumber}, as before photos.`}
      </Text>
      <PhotoAdder
        label="Photos all round"
        ticketId={ticket.ticketId}
        jobNumber={jobNumber}
        moment="before"
        limit={{ room: MAX_PHOTOS_PER_JOB - photos.length, full: TOO_MANY_PHOTOS }}
      />
    </Stack>
  )
}
