import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { BarcodeReader } from './barcode-reader.ts'
import { captureVideoFrame } from './capture-frame.ts'

/** Milliseconds between two reads: a few per second are fast enough, and keep the phone cool. */
const SCAN_INTERVAL_MS = 120

type ScanLoopOptions = {
  readonly video: RefObject<HTMLVideoElement | null>
  /** Null while not scanning. */
  readonly reader: BarcodeReader | null
  readonly onTexts: (texts: readonly string[]) => void
  readonly onBroken: () => void
}

/** Reads the camera's image repeatedly. */
export function useScanLoop({ video, reader, onTexts, onBroken }: ScanLoopOptions): void {
  const emitTexts = useEffectEvent(onTexts)
  const emitBroken = useEffectEvent(onBroken)
  useEffect(() => {
    if (reader === null) return
    const canvas = document.createElement('canvas')
    let next: ReturnType<typeof setTimeout>
    let isStopped = false
    const scan = async () => {
      const pixels = video.current && captureVideoFrame(video.current, canvas)
      const texts = pixels === null ? [] : await reader.read(pixels)
      if (isStopped) return
      next = setTimeout(runScan, SCAN_INTERVAL_MS)
      if (texts.length > 0) emitTexts(texts)
    }
    const runScan = () => void scan().catch(() => isStopped || emitBroken())
    runScan()
    return () => {
      isStopped = true
      clearTimeout(next)
    }
  }, [reader, video])
}
