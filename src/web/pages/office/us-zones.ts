import { zoneName } from '#domain/lib/company-time.ts'

export const US_ZONES = [
  { value: 'America/New_York', label: 'Eastern Time' },
  { value: 'America/Indiana/Indianapolis', label: 'Eastern Time (Indiana)' },
  { value: 'America/Chicago', label: 'Central Time' },
  { value: 'America/Denver', label: 'Mountain Time' },
  { value: 'America/Phoenix', label: 'Mountain Time, no daylight saving (Arizona)' },
  { value: 'America/Los_Angeles', label: 'Pacific Time' },
  { value: 'America/Anchorage', label: 'Alaska Time' },
  { value: 'Pacific/Honolulu', label: 'Hawaii Time' },
]

export const isUsZone = (name: string): boolean => US_ZONES.some(({ value }) => value === name)

/** `America/New York` */
export const toWords = (name: string): string => name.replaceAll('_', ' ')

/** The common names do not depend on the time of year. */
const SOME_DAY = new Date('2025-01-01T00:00:00Z')

/** A time zone in plain words: `Central Time`, `Eastern Time (Detroit)`. */
export const zoneLabel = (name: string): string =>
  US_ZONES.find(({ value }) => value === name)?.label ??
  `${zoneName(name, SOME_DAY)} (${toWords(name).split('/').at(-1)})`
