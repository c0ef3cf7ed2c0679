// Both sample files as PDF bytes, without network or file access.

import pdfmake from 'pdfmake'
import { intakeSheet } from './intake-sheet.ts'
import { workHistoryReport } from './work-history-report.ts'

const DOCUMENTS = [
  { name: 'sample-work-history-report.pdf', definition: workHistoryReport },
  { name: 'blank-intake-sheet.pdf', definition: intakeSheet },
]

const FACES = { normal: 'Helvetica', bold: 'Helvetica-Bold' }

pdfmake.setUrlAccessPolicy(() => false)
// It looks up its built-in fonts as if they were files.
pdfmake.setLocalAccessPolicy(path => Object.values(FACES).includes(path))
pdfmake.setFonts({ Helvetica: FACES })

/** `mark`: the product's logo as SVG. */
export const renderDocuments = (mark: string): Promise<{ name: string; bytes: Buffer }[]> =>
  Promise.all(
    DOCUMENTS.map(async ({ name, definition }) => ({
      name,
      bytes: await pdfmake.createPdf(definition(mark)).getBuffer(),
    })),
  )
