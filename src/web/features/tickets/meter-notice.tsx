import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { EarlierReadings } from '#domain/tickets/rig-visit.ts'
import { api } from '#web/api/client.ts'
import { FieldNote } from '#web/ui/forms/field-note.tsx'

const NO_READINGS: EarlierReadings = { odometer: null, generatorHours: null }

/** What the rig's meters showed on its last ticket before; nothing until it is known. */
export const useEarlierReadings = (ticketId: number, enabled = true): EarlierReadings =>
  useQuery({ ...api.tickets.getEarlierReadings.queryOptions({ input: { ticketId } }), enabled }).data ??
  NO_READINGS

/** A reading that is lower than before. */
export const MeterNotice = ({ notice }: { notice: string | undefined }) =>
  notice !== undefined && (
    <FieldNote icon={IconAlertTriangle} tone="amber">
      {notice}
    </FieldNote>
  )
