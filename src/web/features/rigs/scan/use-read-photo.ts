import { useEffect, useEffectEvent } from 'react'
import type { BarcodeReader } from './barcode-reader.ts'
import { pixelsOfPhoto } from './capture-frame.ts'

type Reading = {
  /** Null while none was chosen. */
  readonly photo: File | null
  /** Null until its code has come; the photo waits for it. */
  readonly reader: BarcodeReader | null
  /** Null of a file that the browser cannot show. */
  readonly onTexts: (texts: readonly string[] | null) => void
  readonly onBroken: () => void
}

/** Reads a chosen photo, once. */
export function useReadPhoto({ photo, reader, onTexts, onBroken }: Reading): void {
  const tell = useEffectEvent(onTexts)
  const give = useEffectEvent(onBroken)
  useEffect(() => {
    if (photo === null || reader === null) return
    let isOver = false
    const read = async () => {
      const pixels = await pixelsOfPhoto(photo)
      const texts = pixels === null ? null : await reader.read(pixels)
      if (!isOver) tell(texts)
    }
    read().catch(() => isOver || give())
    return () => {
      isOver = true
    }
  }, [photo, reader])
}
