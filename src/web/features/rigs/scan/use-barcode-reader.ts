import { useEffect, useState } from 'react'
import { type BarcodeReader, openBarcodeReader } from './barcode-reader.ts'

export type ReaderNow = {
  /** Null until its code has come. */
  readonly reader: BarcodeReader | null
  readonly isFailed: boolean
  readonly onAgain: () => void
  readonly onBroken: () => void
}

/** The reader of barcodes, for as long as the dialog is open. */
export function useReader(): ReaderNow {
  const [reader, setReader] = useState<BarcodeReader | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const onBroken = () => {
    setReader(null)
    setFailed(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another start
  useEffect(() => {
    let isOver = false
    setFailed(false)
    const opened = openBarcodeReader()
    opened.ready.then(
      () => isOver || setReader(opened),
      () => isOver || onBroken(),
    )
    return () => {
      isOver = true
      setReader(null)
      opened.close()
    }
  }, [tries])

  return { reader, isFailed, onBroken, onAgain: () => setTries(before => before + 1) }
}
