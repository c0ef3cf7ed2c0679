import type { ReactNode } from 'react'
import type { ScanVinProps } from './scan-button.tsx'
import styles from './scan-input-container.module.css'
import { ScanVin } from './scan-vin.tsx'

/** For a field's `inputContainer`: the button that scans a VIN stands beside the input. */
export const scanInputContainer = (onRead: ScanVinProps['onRead']) => (input: ReactNode) => (
  <div className={styles.withScan}>
    {input}
    <ScanVin onRead={onRead} />
  </div>
)
