import { formatCsv } from '#domain/lib/csv.ts'

/** Saves rows as a CSV file, with the mark by which spreadsheets know UTF-8. */
export function downloadCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([`\ufeff${formatCsv(rows)}`], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
