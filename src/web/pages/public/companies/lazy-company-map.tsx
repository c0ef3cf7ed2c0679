import { lazy, Suspense, useEffect, useState } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'
import type { CompanyMapProps } from './company-map.tsx'
import styles from './lazy-company-map.module.css'

const loadMap = lazyPage(() => import('./company-map.tsx'))
const CompanyMap = lazy(() => loadMap().then(module => ({ default: module.CompanyMap })))

const MapPlaceholder = () => (
  <div className={styles.waiting} role="status">
    Loading the map…
  </div>
)

/** The map, loaded when it is opened. It needs `window`, so the server renders a placeholder. */
export function LazyCompanyMap(props: CompanyMapProps) {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => setVisible(true), [])
  return (
    <Suspense fallback={<MapPlaceholder />}>
      {isVisible ? <CompanyMap {...props} /> : <MapPlaceholder />}
    </Suspense>
  )
}
