import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { serviceBayLabel } from '#domain/service-bays/service-bay-label.ts'
import type { ServiceBay } from '#domain/tickets/ticket.ts'

/** The value for no bay. */
const NONE = ''

export const toServiceBayId = (value: string): string | null => (value === NONE ? null : value)

type ServiceBaySelectProps = NativeSelectProps & { serviceBays: readonly ServiceBay[] }

export const ServiceBaySelect = ({ serviceBays, ...props }: ServiceBaySelectProps) => (
  <NativeSelect label="Bay" {...props}>
    <option value={NONE}>No bay</option>
    {serviceBays.map(({ id, name }) => (
      <option key={id} value={id}>
        {serviceBayLabel(name)}
      </option>
    ))}
  </NativeSelect>
)
