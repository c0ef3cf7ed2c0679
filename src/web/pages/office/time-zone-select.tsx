import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { isUsZone, toWords, US_ZONES } from './us-zones.ts'

/** The zones of the US in plain words, then all others and the current one by their names. */
function zoneOptions(current: string) {
  const others = [...new Set([...Intl.supportedValuesOf('timeZone'), current])].filter(
    name => !isUsZone(name),
  )
  return [
    { group: 'United States', items: US_ZONES },
    { group: 'Others', items: others.sort().map(value => ({ value, label: toWords(value) })) },
  ]
}

type TimeZoneSelectProps = { timeZone: string; description: string; onClose: () => void }

/** Saves a time zone when it is chosen. */
export function TimeZoneSelect({ timeZone, description, onClose }: TimeZoneSelectProps) {
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.companies.change, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      onClose()
      notify.clear()
      notify.success('Time zone saved.')
    },
  })
  return (
    <NativeSelect
      label="Time Zone"
      description={description}
      autoFocus
      disabled={isRunning}
      value={timeZone}
      data={zoneOptions(timeZone)}
      onChange={({ currentTarget: { value } }) => run({ timeZone: value })}
      onBlur={() => !isRunning && onClose()}
    />
  )
}
