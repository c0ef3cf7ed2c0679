import { useEffect, useEffectEvent } from 'react'
import type { BarcodeReader } from './barcode-reader.ts'
import { capturePhoto } from './capture-frame.ts'

type ReadPhotoOptions = {
  /** Null until one is chosen. */
  readonly photo: File | null
  /** Null until its code is loaded; the photo waits for it. */
  readonly reader: BarcodeReader | null
  /** Null for a file that the browser cannot show. */
  readonly onTexts: (texts: readonly string[] | null) => void
  readonly onBroken: () => void
}

/** Reads a chosen photo, once. */
export function useReadPhoto({ photo, reader, onTexts, onBroken }: ReadPhotoOptions): void {
  const emitTexts = useEffectEvent(onTexts)
  const emitBroken = useEffectEvent(onBroken)
  useEffect(() => {
    if (photo === null || reader === null) return
    let isStopped = false
    const read = async () => {
      const pixels = await capturePhoto(photo)
      const texts = pixels === null ? null : await reader.read(pixels)
      if (!isStopped) emitTexts(texts)
    }
    read().catch(() => isStopped || emitBroken())
    return () => {
      isStopped = true
    }
  }, [photo, reader])
}
