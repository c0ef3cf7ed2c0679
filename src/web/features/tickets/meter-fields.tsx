import { MAX_GENERATOR_HOURS, MAX_ODOMETER, meterNotices } from '#domain/tickets/rig-visit.ts'
import { NumberField, type NumberFieldProps } from '#web/ui/forms/number-field.tsx'
import { MeterNotice, useEarlierReadings } from './meter-notice.tsx'

type Meter = 'odometer' | 'generatorHours'

/** As typed; '' for nothing. */
export type TypedMeters = Record<Meter, number | string>

type MeterFieldsProps = {
  ticketId: number
  typed: TypedMeters
  propsOf: (meter: Meter) => NumberFieldProps
}

const METER_FIELDS = [
  { meter: 'odometer', label: 'Odometer (miles)', max: MAX_ODOMETER },
  { meter: 'generatorHours', label: 'Generator (hours)', max: MAX_GENERATOR_HOURS },
] as const

const readingTyped = (value: number | string): number | null => (typeof value === 'number' ? value : null)

/** What the rig's meters show, each with a notice if that is less than on the rig's ticket before. */
export function MeterFields({ ticketId, typed, propsOf }: MeterFieldsProps) {
  const notices = meterNotices(
    { odometer: readingTyped(typed.odometer), generatorHours: readingTyped(typed.generatorHours) },
    useEarlierReadings(ticketId),
  )
  return METER_FIELDS.map(({ meter, label, max }) => (
    <div key={meter}>
      <NumberField label={label} min={0} max={max} {...propsOf(meter)} />
      <MeterNotice notice={notices[meter]} />
    </div>
  ))
}
