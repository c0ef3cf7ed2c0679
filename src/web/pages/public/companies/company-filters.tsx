import { Button } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { SearchParams } from '#domain/companies/directory.ts'
import { formatCoordinates } from '#domain/companies/search-params.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { AddressField, type AddressValue } from '#web/features/address-search/address-field.tsx'
import styles from './company-filters.module.css'
import type { ChangeSearch } from './use-directory.ts'

// Where somebody is, as their browser tells when they press for it and allow it; it is asked at no other time.
const TIMEOUT_MS = 10_000

/** Nobody drives far in five minutes. */
const MAX_AGE_MS = 5 * 60_000

const GEOLOCATION_FAILED =
  'Your browser did not tell us where you are. Type a ZIP code, or a town with its state.'

/** The place, or the sentence that says why there is none. */
function getCurrentCoordinates(): Promise<Coordinates | string> {
  if (!('geolocation' in navigator)) return Promise.resolve(GEOLOCATION_FAILED)
  return new Promise(resolve =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(GEOLOCATION_FAILED),
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    ),
  )
}

const FILTERS = [
  ['comes', 'Comes to you'],
  ['open', 'Open now'],
  ['trusted', 'Trusted'],
  ['verified', 'Verified'],
] as const

/** What one's own place is called where no address stands for it. */
const MY_LOCATION = 'My location'

const locationName = ({ near, at }: SearchParams): string => near ?? (at === undefined ? '' : MY_LOCATION)

type FiltersProps = { params: SearchParams; change: ChangeSearch; locationError: string | null }

/** Where the RV is, and what the company has to be. Each wish is asked at once. */
export function CompanyFilters({ params, change, locationError }: FiltersProps) {
  const [location, setLocation] = useState<AddressValue>({ address: locationName(params), coordinates: null })
  const [isLocating, setLocating] = useState(false)
  const [geolocationError, setGeolocationError] = useState<string | null>(null)
  const sortId = useId()
  const needId = useId()
  const named = locationName(params)
  const hasPlace = (params.near !== undefined || params.at !== undefined) && locationError === null
  const defaultSort = hasPlace ? 'distance' : 'name'
  const sorted = params.sort === 'rating' || hasPlace ? (params.sort ?? defaultSort) : defaultSort
  useEffect(() => setLocation({ address: named, coordinates: null }), [named])

  function applyLocation({ address, coordinates }: AddressValue) {
    const words = address.trim()
    if (words === named) return
    const at = coordinates === null ? undefined : formatCoordinates(coordinates)
    change(words === '' ? { near: undefined, at: undefined } : { near: words, at })
  }
  function type(typed: AddressValue) {
    setLocation(typed)
    setGeolocationError(null)
    // One that was chosen is whole; what is typed is asked for when the field is left.
    if (typed.coordinates !== null) applyLocation(typed)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    applyLocation(location)
  }
  async function applyMyLocation() {
    setLocating(true)
    const position = await getCurrentCoordinates()
    setLocating(false)
    if (typeof position === 'string') return setGeolocationError(position)
    setGeolocationError(null)
    // To about a kilometer: it stands in the address, and addresses are sent to others.
    change({ near: undefined, at: formatCoordinates(position, 2) })
    setLocation({ address: MY_LOCATION, coordinates: position })
  }

  return (
    <div className={styles.filters}>
      <form onSubmit={submit} className={styles.place}>
        <AddressField
          label="Near"
          placeholder="ZIP code, or town and state"
          size="md"
          maxLength={300}
          enterKeyHint="search"
          value={location}
          error={geolocationError ?? locationError}
          onChange={type}
          onBlur={() => applyLocation(location)}
        />
        <Button
          size="md"
          disabled={isLocating}
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          onClick={() => void applyMyLocation()}
        >
          {isLocating ? 'Looking…' : 'Use my location'}
        </Button>
      </form>
      <fieldset className={styles.wishes}>
        <legend>Show only</legend>
        {FILTERS.map(([name, words]) => {
          const isLocked = name === 'comes' && !hasPlace
          return (
            <label key={name} className={styles.wish} data-locked={isLocked || undefined}>
              <input
                type="checkbox"
                checked={params[name] !== undefined && !isLocked}
                disabled={isLocked}
                aria-describedby={isLocked ? needId : undefined}
                onChange={({ currentTarget }) =>
                  change({ [name]: currentTarget.checked ? 'yes' : undefined })
                }
              />
              {words}
            </label>
          )
        })}
      </fieldset>
      <div className={styles.sort}>
        <label htmlFor={sortId}>Sort by</label>
        <select
          id={sortId}
          value={sorted}
          onChange={({ currentTarget: { value } }) =>
            change({ sort: value === defaultSort ? undefined : value })
          }
        >
          {hasPlace && <option value="distance">Distance</option>}
          <option value="name">Name</option>
          <option value="rating">Rating</option>
        </select>
      </div>
      {!hasPlace && (
        <p id={needId} className={styles.note}>
          Say where your RV is, and we sort by distance and show who comes to you.
        </p>
      )}
    </div>
  )
}
