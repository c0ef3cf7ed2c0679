import { lazy, Suspense, useEffect, useState } from 'react'
import { pageCode } from '#web/api/lazy-page.ts'
import type { CompanyMapProps } from './company-map.tsx'
import styles from './lazy-company-map.module.css'

const mapCode = pageCode(() => import('./company-map.tsx'))
const CompanyMap = lazy(() => mapCode().then(code => ({ default: code.CompanyMap })))

const Waiting = () => (
  <div className={styles.waiting} role="status">
    Loading the map…
  </div>
)

/** The map, whose code comes when it is opened. It needs a window, so the server draws only its place. */
export function MapOfCompanies(props: CompanyMapProps) {
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return <Suspense fallback={<Waiting />}>{isHere ? <CompanyMap {...props} /> : <Waiting />}</Suspense>
}
