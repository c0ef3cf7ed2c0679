// A request of the product as it was recorded, to be sent again with other values.

import type pg from 'pg'
import type { Flight } from './record-statements.ts'

export const WORKS = ['create', 'change', 'read', 'history'] as const
export type Work = (typeof WORKS)[number]

/** What differs in each request. */
export type Varying = {
  readonly ticketId: string
  readonly vin: string
  readonly key: string
  readonly text: string
}

export type RecordedRequest = {
  readonly flights: readonly Flight[]
  /** What the recorded statements have in these places. */
  readonly recorded: Varying
}

export type Recording = {
  readonly connection: pg.ClientConfig
  readonly requests: Readonly<Record<Work, RecordedRequest>>
  /** These exist already. */
  readonly ticketIds: readonly number[]
}

type Part = string | { readonly of: keyof Varying; readonly isLower: boolean }

/** The parts of a parameter, by where a recorded value is in it. */
function partsOf(value: string, recorded: Varying): readonly Part[] {
  const found = (['ticketId', 'vin', 'key', 'text'] as const).flatMap(of =>
    [recorded[of], recorded[of].toLowerCase()]
      .map((text, index) => ({ of, isLower: index === 1, text, at: text === '' ? -1 : value.indexOf(text) }))
      .filter(({ at }) => at !== -1),
  )
  const first = found.sort((one, other) => one.at - other.at)[0]
  if (first === undefined) return [value]
  const { of, isLower, text, at } = first
  return [value.slice(0, at), { of, isLower }, ...partsOf(value.slice(at + text.length), recorded)]
}

const fill = (parts: readonly Part[], values: Varying): string =>
  parts
    .map(part => {
      if (typeof part === 'string') return part
      return part.isLower ? values[part.of].toLowerCase() : values[part.of]
    })
    .join('')

/** The flights with other values: each a list of queries for `pg`. */
export function prepare({ flights, recorded }: RecordedRequest) {
  const templates = flights.map(flight =>
    flight.map(({ name, text, values }) => ({
      ...(name !== '' && { name }),
      text,
      parts: values.map(value => (value === null ? null : partsOf(value, recorded))),
    })),
  )
  return (values: Varying) =>
    templates.map(flight =>
      flight.map(({ parts, ...query }) => ({
        ...query,
        values: parts.map(each => (each === null ? null : fill(each, values))),
      })),
    )
}
