import { type ComponentType, useEffect, useState } from 'react'
import type { ScanVinProps } from './scan-button.tsx'

const hasCameras = (): boolean =>
  isSecureContext && typeof navigator.mediaDevices?.getUserMedia === 'function'

/** Reads a VIN with the camera. Nothing where the browser gives no camera to a page. */
export function ScanVin({ onRead }: ScanVinProps) {
  const [ScanButton, setButton] = useState<ComponentType<ScanVinProps> | null>(null)
  useEffect(() => {
    // After the page is there, and nothing to wait for: without the button a VIN is typed.
    if (hasCameras())
      import('./scan-button.tsx').then(
        ({ ScanButton }) => setButton(() => ScanButton),
        () => {},
      )
  }, [])
  return ScanButton && <ScanButton onRead={onRead} />
}
