import { useQuery } from '@tanstack/react-query'
import { isPhoneNoteworthy, phoneSentence } from '#domain/bay/phone.ts'
import { api } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'

const POLL_INTERVAL_MS = 60_000
const CLOCK_INTERVAL_MS = 15_000

/** The phones that the desk should know of; none as long as it has not been told. */
export function useNoteworthyPhones() {
  const enabled = usePermission()('bay.oversee')
  const now = useNow(CLOCK_INTERVAL_MS)
  const { data } = useQuery({
    ...api.bay.devices.queryOptions(),
    enabled,
    refetchInterval: POLL_INTERVAL_MS,
  })
  const technicians = data?.technicians ?? []
  return { phones: technicians.filter(phone => isPhoneNoteworthy(phone, now)), now }
}

type PhoneNoteProps = { technicianId: string; timeZone: string; className?: string | undefined }

/** When a technician's phone was last heard of, if that or what waits on it is worth knowing. */
export function PhoneNote({ technicianId, timeZone, className }: PhoneNoteProps) {
  const { phones, now } = useNoteworthyPhones()
  const phone = phones.find(each => each.technicianId === technicianId)
  return phone === undefined ? null : <p className={className}>{phoneSentence(phone, timeZone, now)}</p>
}
