import type { ReactNode } from 'react'
import type { ScanVinProps } from './scan-button.tsx'
import { ScanVin } from './scan-vin.tsx'
import styles from './with-scan.module.css'

/** For a field's `inputContainer`: the button that scans a VIN stands beside the input. */
export const withScan = (onRead: ScanVinProps['onRead']) => (input: ReactNode) => (
  <div className={styles.withScan}>
    {input}
    <ScanVin onRead={onRead} />
  </div>
)
