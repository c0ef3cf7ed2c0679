import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isPhoneNoteworthy, phoneSentence } from '#domain/bay/phone.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { CLOCK_INTERVAL_MS, useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'

const POLL_INTERVAL_MS = 60_000
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

type Phone = Awaited<ReturnType<typeof client.bay.devices>>['technicians'][number]

type PhoneLineProps = {
  phone: Phone
  timeZone: string
  now: Date
  className?: string | undefined
  /** The tapped button is gone with what it dismissed: where the focus goes. */
  onDismissed?: (() => void) | undefined
}

/** What a phone said last; of one that is lost, the desk dismisses it. */
export function PhoneLine({ phone, timeZone, now, className, onDismissed }: PhoneLineProps) {
  const { technicianId, technician, notSent } = phone
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.bay.dismissDevices, {
    onDone: () => {
      onDismissed?.()
      return queries.invalidateQueries({ queryKey: api.bay.devices.key() })
    },
  })
  return (
    <p className={className}>
      {phoneSentence(phone, timeZone, now)}{' '}
      {notSent > 0 && (
        <Button
          size="compact-sm"
          disabled={isRunning}
          onClick={ignoreDoubleClick(() => run({ technicianId }))}
        >
          Dismiss<VisuallyHidden> what waits on the phone of {technician}</VisuallyHidden>
        </Button>
      )}
    </p>
  )
}

type PhoneNoteProps = Pick<PhoneLineProps, 'timeZone' | 'className' | 'onDismissed'> & {
  technicianId: string
}

/** When a technician's phone was last heard of, if that or what waits on it is worth knowing. */
export function PhoneNote({ technicianId, ...props }: PhoneNoteProps) {
  const { phones, now } = useNoteworthyPhones()
  const phone = phones.find(each => each.technicianId === technicianId)
  return phone === undefined ? null : <PhoneLine {...props} phone={phone} now={now} />
}
