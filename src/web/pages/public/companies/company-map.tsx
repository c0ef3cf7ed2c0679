import 'leaflet/dist/leaflet.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Coordinates } from '#domain/customers/customer.ts'
import { api } from '#web/api/client.ts'
import type { Directory } from '#web/api/live/apply-change.ts'
import { CompanyCard } from './company-card.tsx'
import styles from './company-map.module.css'
import { createPinMap, type PinMap } from './pin-map.ts'

type Company = Directory['companies'][number]

export type CompanyMapProps = {
  companies: readonly Company[]
  /** The location that was searched. */
  center: Coordinates | null
}

const formatCount = (count: number): string => (count === 1 ? '1 company is' : `${count} companies are`)

/** The listed companies on a map, each a button with its name. */
export function CompanyMap({ companies, center }: CompanyMapProps) {
  const { data: mapConfig } = useQuery(
    api.addressSearch.getMap.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  )
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<PinMap>(null)
  const card = useRef<HTMLDivElement>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = companies.find(({ companyUUID }) => companyUUID === chosenId)
  const unlocatedCount = companies.filter(({ coordinates }) => coordinates === null).length

  useEffect(() => {
    if (box.current === null) return
    const createdMap = createPinMap(box.current, setChosenId)
    map.current = createdMap
    return createdMap.close
  }, [])
  useEffect(() => map.current?.show(companies, center), [companies, center])
  useEffect(() => {
    if (mapConfig !== undefined) map.current?.setTiles(mapConfig.tiles)
  }, [mapConfig])
  useEffect(() => {
    map.current?.highlight(chosenId)
    if (chosenId !== null) card.current?.focus()
  }, [chosenId])

  function close() {
    map.current?.focus(chosenId)
    setChosenId(null)
  }
  function handleKey({ key }: KeyboardEvent) {
    if (key === 'Escape') close()
  }

  return (
    <>
      <div className={styles.frame}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Leaflet moves the map by the arrow keys. */}
        <section ref={box} className={styles.map} aria-label="Map of the companies" tabIndex={0} />
        {chosen !== undefined && (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what holds the buttons.
          <div ref={card} className={styles.chosen} tabIndex={-1} onKeyDown={handleKey}>
            <ul>
              <CompanyCard company={chosen} />
            </ul>
            <Button size="xs" onClick={close}>
              Close
            </Button>
          </div>
        )}
      </div>
      <p className={styles.note}>
        {`${mapConfig?.tiles === null ? 'Map background unavailable. See the list for every company. ' : ''}${unlocatedCount > 0 ? `${formatCount(unlocatedCount)} not on the map.` : ''}`}
      </p>
    </>
  )
}
