// The sample files of the Downloads page: their contents, and that the committed files are up to date.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { intakeSheet } from '../../scripts/data/build-download-files/intake-sheet.ts'
import { wordsOf } from '../../scripts/data/build-download-files/page-template.ts'
import { renderDocuments } from '../../scripts/data/build-download-files/render-documents.ts'
import {
  sampleEntries,
  workHistoryReport,
} from '../../scripts/data/build-download-files/work-history-report.ts'

const WEB = fileURLToPath(new URL('../../src/web', import.meta.url))
const logo = readFileSync(`${WEB}/ui/favicon.svg`, 'utf8')
const DOCUMENTS = ['sample-work-history-report.pdf', 'blank-intake-sheet.pdf']

describe('the blank intake sheet', () => {
  const { content } = intakeSheet(logo)
  const words = wordsOf(content)

  test("has the fields of Create Ticket, in its order and with the specification's labels", () => {
    const asked = [
      'First Name',
      'Last Name',
      'Email',
      'Phone',
      'Address',
      'VIN',
      'Make',
      'Model',
      'Year',
      'Axle Amount',
      ...AXLE_AMOUNTS,
      'Problem',
      'Estimated Time',
      'Estimate',
      'Signature',
    ]
    let from = 0
    for (const name of asked) {
      const at = words.indexOf(name, from)
      expect(at, name).toBeGreaterThanOrEqual(from)
      from = at + name.length
    }
    for (const field of ['Drop-off Date', 'Key Tag', 'Odometer']) expect(words).toContain(field)
  })

  test('has a box for each of the 17 characters of a VIN', () => {
    expect(widths(content).filter(columns => columns.length === 17)).toHaveLength(1)
  })

  test('has five job lines, each with yes and no for the estimate', () => {
    expect(words.match(/\d hours Yes No/g)).toEqual([1, 2, 3, 4, 5].map(line => `${line} hours Yes No`))
  })
})

describe('the sample work history report', () => {
  const words = wordsOf(workHistoryReport(logo).content)

  test("shows the visits of June Park's trailer like the public history, newest first", () => {
    expect(sampleEntries()).toEqual([
      { completed: '20-09-2025 3:00 PM', technician: 'Sam Ortiz', totalBalance: '$202.67' },
      { completed: '20-10-2024 3:00 PM', technician: 'Rosa Díaz', totalBalance: '$741.99' },
      { completed: '09-11-2023 2:00 PM', technician: 'Sam Ortiz', totalBalance: '$644.15' },
      { completed: '09-11-2022 2:00 PM', technician: 'Rosa Díaz', totalBalance: '$389.95' },
    ])
    const rows = sampleEntries().map(
      ({ completed, technician, totalBalance }) =>
        `Completed ${completed} Technician ${technician} Total Balance ${totalBalance}`,
    )
    expect(words).toContain(`Work History for VIN: ${june.customerRV.vin} ${rows.join(' ')}`)
  })

  test('says that it is a sample, and nothing about the customer', () => {
    expect(words).toContain('SAMPLE')
    for (const secret of Object.values(june.customerDetails)) expect(words).not.toContain(secret)
  })
})

describe('a sample file', () => {
  let made: Awaited<ReturnType<typeof renderDocuments>>
  beforeAll(async () => {
    made = await renderDocuments(logo)
  })

  test.each(DOCUMENTS)('%s is a PDF of one Letter page', name => {
    const text = readFileSync(`${WEB}/static/files/${name}`, 'latin1')
    expect(text).toMatch(/^%PDF-1\./)
    expect(text.match(/\/Type \/Page$/gm)).toHaveLength(1)
    expect(text).toContain('/MediaBox [0 0 612 792]')
  })

  test.each(DOCUMENTS)('%s is what `node scripts/data/build-download-files.mjs` makes', name => {
    const committed = readFileSync(`${WEB}/static/files/${name}`)
    expect(contentOf(committed).join('')).toContain('BT\n')
    expect(contentOf(made.find(file => file.name === name)?.bytes)).toEqual(contentOf(committed))
  })
})

/** The column widths of every table. */
function widths(content: unknown): unknown[][] {
  if (typeof content !== 'object' || content === null) return []
  const own = 'widths' in content && Array.isArray(content.widths) ? [content.widths] : []
  return [...own, ...Object.values(content).flatMap(widths)]
}

/** What a PDF draws, independent of the zlib version. */
function contentOf(pdf: Buffer = Buffer.alloc(0)): string[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)].map(([, pressed = '']) =>
    inflateSync(Buffer.from(pressed, 'latin1')).toString('latin1'),
  )
}
