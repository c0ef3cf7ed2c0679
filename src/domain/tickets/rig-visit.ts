// What the shop reads off a rig, and when it had it. All of it is optional, and on the ticket's papers once it is typed.

import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import type { RigVisit } from './rig-visit-fields.ts'

/** Miles. */
export const MAX_ODOMETER = 2_000_000
export const MAX_GENERATOR_HOURS = 100_000

export const METERS = ['odometer', 'generatorHours'] as const
export type Meter = (typeof METERS)[number]

const UNITS: Readonly<Record<Meter, string>> = { odometer: 'mile', generatorHours: 'hour' }

/** `45,210 miles` */
export const formatReading = (meter: Meter, value: number): string =>
  `${value.toLocaleString('en-US')} ${UNITS[meter]}${value === 1 ? '' : 's'}`

type Fact = { readonly field: keyof RigVisit; readonly label: string; readonly value: string }

const factOf = (field: keyof RigVisit, label: string, value: string | null): Fact[] =>
  value === null ? [] : [{ field, label, value }]

/** What is known of a rig's visit, as on screen and paper: `Odometer`, `45,210 miles`. */
export const rigVisitFacts = ({ odometer, generatorHours, arrivedOn, departedOn }: RigVisit): Fact[] => [
  ...factOf('odometer', 'Odometer', odometer === null ? null : formatReading('odometer', odometer)),
  ...factOf(
    'generatorHours',
    'Generator',
    generatorHours === null ? null : formatReading('generatorHours', generatorHours),
  ),
  ...factOf('arrivedOn', 'Arrived', arrivedOn && formatDayWithYear(arrivedOn)),
  ...factOf('departedOn', 'Departed', departedOn && formatDayWithYear(departedOn)),
]

/** The same, each as a line of a document: `Odometer 45,210 miles`. */
export const rigVisitLines = (visit: RigVisit): string[] =>
  rigVisitFacts(visit).map(({ label, value }) => `${label} ${value}`)

/** A sentence for each date that cannot be. `today`: the company's date. */
export function rigVisitErrors(
  { arrivedOn, departedOn }: Pick<RigVisit, 'arrivedOn' | 'departedOn'>,
  today: string,
): Readonly<Record<string, string>> {
  const future = 'Enter today or an earlier day.'
  return {
    ...(arrivedOn !== null && arrivedOn > today && { arrivedOn: future }),
    ...(departedOn !== null && departedOn > today && { departedOn: future }),
    ...(arrivedOn !== null &&
      departedOn !== null &&
      departedOn < arrivedOn && { departedOn: 'The RV cannot depart before it arrived.' }),
  }
}

/** What a meter of the rig showed on an earlier ticket, and on which day, `YYYY-MM-DD`. */
type Reading = { readonly value: number; readonly day: string }
export type EarlierReadings = Readonly<Record<Meter, Reading | null>>

/** A notice for each meter that shows less than before: it was replaced, or mistyped now or then. */
export const meterNotices = (
  visit: Pick<RigVisit, Meter>,
  earlier: EarlierReadings,
): Readonly<Partial<Record<keyof RigVisit, string>>> =>
  Object.fromEntries(
    METERS.flatMap(meter => {
      const reading = earlier[meter]
      const now = visit[meter]
      return reading === null || now === null || now >= reading.value
        ? []
        : [
            [
              meter,
              `Lower than ${formatReading(meter, reading.value)} on ${formatDayWithYear(reading.day)}.`,
            ] as const,
          ]
    }),
  )

type MeteredVisit = Pick<RigVisit, Meter | 'arrivedOn'> & {
  readonly ticketId: number
  readonly activeTimestamp: Date | null
}

/** What a rig's meters showed on a ticket, with a notice for each that shows less than before. */
export type MeterReading = Pick<RigVisit, Meter> & {
  readonly ticketId: number
  /** On the company's calendar, `YYYY-MM-DD`. */
  readonly day: string
  readonly notices: readonly string[]
}

/** A rig's meters over time, newest first: those of its tickets that have any, in whatever order. */
export function meterReadings(visits: readonly MeteredVisit[], timeZone: string): MeterReading[] {
  const dated = visits
    .flatMap(({ arrivedOn, activeTimestamp, ...visit }) => {
      const day = arrivedOn ?? (activeTimestamp && dayOf(activeTimestamp, timeZone))
      return day === null || METERS.every(meter => visit[meter] === null) ? [] : [{ ...visit, day }]
    })
    .sort((one, other) => one.day.localeCompare(other.day) || one.ticketId - other.ticketId)
  const earlier: { [Name in Meter]: Reading | null } = { odometer: null, generatorHours: null }
  const readings = dated.map(({ ticketId, day, odometer, generatorHours }) => {
    const notices = Object.values(meterNotices({ odometer, generatorHours }, earlier))
    for (const [meter, value] of Object.entries({ odometer, generatorHours }) as [Meter, number | null][])
      if (value !== null) earlier[meter] = { value, day }
    return { ticketId, day, odometer, generatorHours, notices }
  })
  return readings.reverse()
}
