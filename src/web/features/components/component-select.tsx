import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { describeComponent } from '#domain/components/line-component.ts'
import { api } from '#web/api/client.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'

type ComponentSelectProps = Omit<NativeSelectProps, 'data'> & {
  ticketId: number
  /** That the job line is on, which stays a choice when it was replaced. */
  chosen: JobView['component']
}

/** Which component of the RV a job line is on; nothing where the company lists none. */
export function ComponentSelect({ ticketId, chosen, ...props }: ComponentSelectProps) {
  const { data } = useQuery(api.components.list.queryOptions({ input: { ticketId } }))
  const choices = (data?.components ?? []).filter(
    ({ isInstalled, componentId }) => isInstalled || componentId === chosen?.componentId,
  )
  if (choices.length === 0) return null
  return (
    <NativeSelect
      label="Component"
      {...props}
      data={[
        { value: '', label: 'None' },
        ...choices.map(component => ({
          value: component.componentId,
          label: `${describeComponent(component)}${component.isInstalled ? '' : ' (no longer in the RV)'}`,
        })),
      ]}
    />
  )
}
