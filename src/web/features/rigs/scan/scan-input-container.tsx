import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import styles from '#web/features/rigs/vin-search.module.css'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { useNeedsHttps } from '#web/ui/use-needs-https.ts'
import type { ScanVinProps } from './scan-button.tsx'

const hasCameras = (): boolean =>
  isSecureContext && typeof navigator.mediaDevices?.getUserMedia === 'function'

/** Scans a VIN with the camera. Renders nothing in browsers without camera access. */
function ScanVin({ onRead }: ScanVinProps) {
  const [ScanButton, setButton] = useState<ComponentType<ScanVinProps> | null>(null)
  useEffect(() => {
    // After the page is ready: without the button a VIN is typed.
    if (hasCameras())
      import('./scan-button.tsx').then(
        ({ ScanButton }) => setButton(() => ScanButton),
        () => {},
      )
  }, [])
  return ScanButton && <ScanButton onRead={onRead} />
}

export const SCAN_NEEDS_HTTPS = 'Type the VIN. Scanning it with the camera needs an https address.'

const NeedsHttps = () => useNeedsHttps() && <FieldNote>{SCAN_NEEDS_HTTPS}</FieldNote>

/**
 * For a field's `inputContainer`: puts the scan button beside the input, or below it why there is none, unless the caller
 * `hasNote` itself.
 */
export const scanInputContainer =
  (onRead: ScanVinProps['onRead'], { hasNote = false } = {}) =>
  (input: ReactNode) => (
    <>
      <div className={styles.scanInputContainer}>
        {input}
        <ScanVin onRead={onRead} />
      </div>
      {!hasNote && <NeedsHttps />}
    </>
  )
