import { BYTE_ORDER_MARK, formatCsv } from '#domain/lib/csv.ts'

/** Saves a file under this name. */
export function saveBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves rows as a CSV file, with the mark by which spreadsheets know UTF-8. */
export const downloadCsv = (fileName: string, rows: readonly (readonly string[])[]): void =>
  saveBlob(fileName, new Blob([BYTE_ORDER_MARK, formatCsv(rows)], { type: 'text/csv' }))
