// Both documents as the bytes of their PDF. Nothing is fetched and no file is read on the way.

import pdfmake from 'pdfmake'
import { intakeSheet } from './intake-sheet.ts'
import { workHistoryReport } from './work-history-report.ts'

const DOCUMENTS = [
  { name: 'sample-work-history-report.pdf', definition: workHistoryReport },
  { name: 'blank-intake-sheet.pdf', definition: intakeSheet },
]

const FACES = { normal: 'Helvetica', bold: 'Helvetica-Bold' }

pdfmake.setUrlAccessPolicy(() => false)
// It asks about the faces it has built in as if they were files.
pdfmake.setLocalAccessPolicy(path => Object.values(FACES).includes(path))
pdfmake.setFonts({ Helvetica: FACES })

/** `mark`: the product's sign as SVG. */
export const renderDocuments = (mark: string): Promise<{ name: string; bytes: Buffer }[]> =>
  Promise.all(
    DOCUMENTS.map(async ({ name, definition }) => ({
      name,
      bytes: await pdfmake.createPdf(definition(mark)).getBuffer(),
    })),
  )
