import { useEffect, useState } from 'react'
import { type BarcodeReader, createBarcodeReader } from './barcode-reader.ts'

type ReaderState = {
  /** Null until its code is loaded. */
  readonly reader: BarcodeReader | null
  readonly isFailed: boolean
  readonly onRetry: () => void
  readonly onBroken: () => void
}

/** The barcode reader, while the dialog is open. */
export function useBarcodeReader(): ReaderState {
  const [reader, setReader] = useState<BarcodeReader | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const onBroken = () => {
    setReader(null)
    setFailed(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another start
  useEffect(() => {
    let isStopped = false
    setFailed(false)
    const created = createBarcodeReader()
    created.ready.then(
      () => isStopped || setReader(created),
      () => isStopped || onBroken(),
    )
    return () => {
      isStopped = true
      setReader(null)
      created.close()
    }
  }, [attempts])

  return { reader, isFailed, onBroken, onRetry: () => setAttempts(before => before + 1) }
}
