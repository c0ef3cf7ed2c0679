import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { zoneName } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import type { MyCompany } from './company-form.ts'
import styles from './own-company.module.css'

const US_ZONES = [
  { value: 'America/New_York', label: 'Eastern Time' },
  { value: 'America/Indiana/Indianapolis', label: 'Eastern Time (Indiana)' },
  { value: 'America/Chicago', label: 'Central Time' },
  { value: 'America/Denver', label: 'Mountain Time' },
  { value: 'America/Phoenix', label: 'Mountain Time, no daylight saving (Arizona)' },
  { value: 'America/Los_Angeles', label: 'Pacific Time' },
  { value: 'America/Anchorage', label: 'Alaska Time' },
  { value: 'Pacific/Honolulu', label: 'Hawaii Time' },
]

const isUsZone = (name: string): boolean => US_ZONES.some(({ value }) => value === name)
const toWords = (name: string): string => name.replaceAll('_', ' ')

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

/** In which time the company works; a new one is saved when it is chosen. */
export function CompanyTimeZone({ company: { timeZone } }: { company: MyCompany }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { run, isRunning } = useMutationOnce(client.companies.change, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      setOpen(false)
      notify.clear()
      notify.success('Time zone saved.')
    },
  })
  const description = 'For the times that you and your customers see. A new address sets it.'
  if (isOpen)
    return (
      <NativeSelect
        label="Time Zone"
        description={description}
        autoFocus
        disabled={isRunning}
        value={timeZone}
        data={zoneOptions(timeZone)}
        onChange={({ currentTarget: { value } }) => run({ timeZone: value })}
        onBlur={() => setOpen(isRunning)}
      />
    )
  return (
    <div>
      <p className={styles.zone}>
        Time Zone: <strong>{labelOf(timeZone)}</strong>
      </p>
      <p className={styles.zoneHint}>{description}</p>
      <Button size="xs" onClick={() => setOpen(true)}>
        Change Time Zone
      </Button>
    </div>
  )
}

/** Its name does not depend on the time of year. */
const SOME_DAY = new Date(0)

const labelOf = (timeZone: string): string =>
  US_ZONES.find(({ value }) => value === timeZone)?.label ??
  `${zoneName(timeZone, SOME_DAY)} (${toWords(timeZone)})`
