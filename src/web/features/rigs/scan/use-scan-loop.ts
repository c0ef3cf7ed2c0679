import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { BarcodeReader } from './barcode-reader.ts'
import { pixelsOfVideo } from './capture-frame.ts'

/** Milliseconds between two looks: a few a second are as quick as a hand, and leave the phone cool. */
const PAUSE = 120

type Looking = {
  readonly video: RefObject<HTMLVideoElement | null>
  /** Null while nobody looks. */
  readonly reader: BarcodeReader | null
  readonly onTexts: (texts: readonly string[]) => void
  readonly onBroken: () => void
}

/** Reads what the camera sees, again and again. */
export function useLook({ video, reader, onTexts, onBroken }: Looking): void {
  const tell = useEffectEvent(onTexts)
  const give = useEffectEvent(onBroken)
  useEffect(() => {
    if (reader === null) return
    const canvas = document.createElement('canvas')
    let next: ReturnType<typeof setTimeout>
    let isOver = false
    const look = async () => {
      const pixels = video.current && pixelsOfVideo(video.current, canvas)
      const texts = pixels === null ? [] : await reader.read(pixels)
      if (isOver) return
      next = setTimeout(lookAgain, PAUSE)
      if (texts.length > 0) tell(texts)
    }
    const lookAgain = () => void look().catch(() => isOver || give())
    lookAgain()
    return () => {
      isOver = true
      clearTimeout(next)
    }
  }, [reader, video])
}
