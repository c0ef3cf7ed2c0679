import { Button } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { SearchParams } from '#domain/companies/search-params.ts'
import { formatCoordinates } from '#domain/companies/search-params.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { AddressField, type AddressValue } from '#web/features/address-search/address-field.tsx'
import styles from './company-filters.module.css'
import type { ChangeSearch } from './use-directory.ts'

// The visitor's location, requested only when they tap the button and allow it in their browser.
const TIMEOUT_MS = 10_000

/** A visitor doesn't move far in five minutes. */
const MAX_AGE_MS = 5 * 60_000

const GEOLOCATION_NEEDS_HTTPS =
  'Sharing your location needs an https address. Enter a ZIP code, or a city and state.'
const GEOLOCATION_FAILED = 'Your browser did not share your location. Enter a ZIP code, or a city and state.'

/** The coordinates, or an error message. */
function getCurrentCoordinates(): Promise<Coordinates | string> {
  if (!isSecureContext) return Promise.resolve(GEOLOCATION_NEEDS_HTTPS)
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
  ['comes', 'Mobile service'],
  ['open', 'Open now'],
  ['trusted', 'Trusted'],
  ['verified', 'Verified'],
] as const

/** Shown in place of an address for the visitor's own location. */
const MY_LOCATION = 'My location'

const locationName = ({ near, at }: SearchParams): string => near ?? (at === undefined ? '' : MY_LOCATION)

type FiltersProps = { params: SearchParams; change: ChangeSearch; locationError: string | null }

/** Where the RV is, and which companies to show. Every change searches immediately. */
export function CompanyFilters({ params, change, locationError }: FiltersProps) {
  const [location, setLocation] = useState<AddressValue>({ address: locationName(params), coordinates: null })
  const [isLocating, setLocating] = useState(false)
  const [geolocationError, setGeolocationError] = useState<string | null>(null)
  const sortId = useId()
  const needId = useId()
  const named = locationName(params)
  const hasLocation = (params.near !== undefined || params.at !== undefined) && locationError === null
  const defaultSort = hasLocation ? 'distance' : 'name'
  const sorted = params.sort === 'rating' || hasLocation ? (params.sort ?? defaultSort) : defaultSort
  useEffect(() => setLocation({ address: named, coordinates: null }), [named])

  function applyLocation({ address, coordinates }: AddressValue) {
    const near = address.trim()
    if (near === named) return
    const at = coordinates === null ? undefined : formatCoordinates(coordinates)
    change(near === '' ? { near: undefined, at: undefined } : { near, at })
  }
  function type(typed: AddressValue) {
    setLocation(typed)
    setGeolocationError(null)
    // A chosen suggestion is complete; typed text is searched for when the field loses focus.
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
    // Rounded to about a kilometer, because page addresses get shared.
    change({ near: undefined, at: formatCoordinates(position, 2) })
    setLocation({ address: MY_LOCATION, coordinates: position })
  }

  return (
    <div className={styles.filters}>
      <form onSubmit={submit} className={styles.location}>
        <AddressField
          label="Near"
          placeholder="ZIP code, or city and state"
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
          {isLocating ? 'Locating…' : 'Use my location'}
        </Button>
      </form>
      <fieldset className={styles.filterList}>
        <legend>Show only</legend>
        {FILTERS.map(([name, label]) => {
          const isLocked = name === 'comes' && !hasLocation
          return (
            <label key={name} className={styles.filter} data-locked={isLocked || undefined}>
              <input
                type="checkbox"
                checked={params[name] !== undefined && !isLocked}
                disabled={isLocked}
                aria-describedby={isLocked ? needId : undefined}
                onChange={({ currentTarget }) =>
                  change({ [name]: currentTarget.checked ? 'yes' : undefined })
                }
              />
              <span>{label}</span>
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
          {hasLocation && <option value="distance">Distance</option>}
          <option value="name">Name</option>
          <option value="rating">Rating</option>
        </select>
      </div>
      {!hasLocation && (
        <p id={needId} className={styles.note}>
          Enter your location to sort by distance and see who offers mobile service.
        </p>
      )}
    </div>
  )
}
