import { Button } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { SaidSearch } from '#domain/companies/directory.ts'
import { printSpot } from '#domain/companies/search-params.ts'
import { AddressField, type Place } from '#web/features/address-search/address-field.tsx'
import styles from './company-filters.module.css'
import { findSpot } from './geolocation.ts'
import type { Change } from './use-directory.ts'

const WISHES = [
  ['comes', 'Comes to you'],
  ['open', 'Open now'],
  ['trusted', 'Trusted'],
  ['verified', 'Verified'],
] as const

/** What one's own place is called where no address stands for it. */
const OWN_SPOT = 'My location'

const nameOf = ({ near, at }: SaidSearch): string => near ?? (at === undefined ? '' : OWN_SPOT)

type FiltersProps = { said: SaidSearch; change: Change; placeFault: string | null }

/** Where the RV is, and what the company has to be. Each wish is asked at once. */
export function CompanyFilters({ said, change, placeFault }: FiltersProps) {
  const [place, setPlace] = useState<Place>({ address: nameOf(said), coordinates: null })
  const [isLooking, setLooking] = useState(false)
  const [spotFault, setSpotFault] = useState<string | null>(null)
  const sortId = useId()
  const needId = useId()
  const named = nameOf(said)
  const hasPlace = (said.near !== undefined || said.at !== undefined) && placeFault === null
  const usual = hasPlace ? 'distance' : 'name'
  const sorted = said.sort === 'rating' || hasPlace ? (said.sort ?? usual) : usual
  useEffect(() => setPlace({ address: named, coordinates: null }), [named])

  function ask({ address, coordinates }: Place) {
    const words = address.trim()
    if (words === named) return
    const at = coordinates === null ? undefined : printSpot(coordinates)
    change(words === '' ? { near: undefined, at: undefined } : { near: words, at })
  }
  function type(typed: Place) {
    setPlace(typed)
    setSpotFault(null)
    // One that was chosen is whole; what is typed is asked for when the field is left.
    if (typed.coordinates !== null) ask(typed)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    ask(place)
  }
  async function takeOwn() {
    setLooking(true)
    const spot = await findSpot()
    setLooking(false)
    if (typeof spot === 'string') return setSpotFault(spot)
    setSpotFault(null)
    // To about a kilometer: it stands in the address, and addresses are sent to others.
    change({ near: undefined, at: printSpot(spot, 2) })
    setPlace({ address: OWN_SPOT, coordinates: spot })
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
          value={place}
          error={spotFault ?? placeFault}
          onChange={type}
          onBlur={() => ask(place)}
        />
        <Button
          size="md"
          disabled={isLooking}
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          onClick={() => void takeOwn()}
        >
          {isLooking ? 'Looking…' : 'Use my location'}
        </Button>
      </form>
      <fieldset className={styles.wishes}>
        <legend>Show only</legend>
        {WISHES.map(([name, words]) => {
          const isLocked = name === 'comes' && !hasPlace
          return (
            <label key={name} className={styles.wish} data-locked={isLocked || undefined}>
              <input
                type="checkbox"
                checked={said[name] !== undefined && !isLocked}
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
          onChange={({ currentTarget: { value } }) => change({ sort: value === usual ? undefined : value })}
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
