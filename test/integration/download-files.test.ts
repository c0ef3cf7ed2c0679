// The sample files of the Downloads page, as they are served: what they say, and what they draw.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { AXLE_AMOUNTS } from '#domain/rigs/rig.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { PROJECT } from '../support/repo-files.ts'

const WORK_HISTORY = 'sample-work-history-report.pdf'
const INTAKE_SHEET = 'blank-intake-sheet.pdf'

const readFile = (name: string): string => readFileSync(join(PROJECT, 'src/web/static/files', name), 'latin1')

/** What a PDF draws, in its own commands. */
const drawingOf = (name: string): string =>
  [...readFile(name).matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)]
    .map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'))
    .join('\n')

/** All text of a file in the standard fonts, in order. */
const wordsOf = (name: string): string =>
  [...drawingOf(name).matchAll(/\[([^\]]*)\] TJ/g)]
    .map(([, shown = '']) => [...shown.matchAll(/<(\w+)>/g)].map(([, hex = '']) => hex).join(''))
    .map(hex => Buffer.from(hex, 'hex').toString('latin1'))
    .join(' ')
    .replace(/ +/g, ' ')

/** The number of vertical lines between the same two heights, for each row of boxes. */
function verticalLineCounts(name: string): number[] {
  const rows = new Map<string, number>()
  for (const [, x, top, otherX, bottom] of drawingOf(name).matchAll(/^(\S+) (\S+) m\n(\S+) (\S+) l$/gm)) {
    if (x !== otherX) continue
    const row = `${top} ${bottom}`
    rows.set(row, (rows.get(row) ?? 0) + 1)
  }
  return [...rows.values()]
}

describe('the blank intake sheet', () => {
  const words = wordsOf(INTAKE_SHEET)

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
    for (const field of ['Drop-off Date', 'Key Tag', 'Odometer'])
      expect(words.replace('Drop- off', 'Drop-off')).toContain(field)
  })

  test('has a box for each of the 17 characters of a VIN', () => {
    expect(verticalLineCounts(INTAKE_SHEET).filter(count => count === 18)).toHaveLength(1)
  })

  test('has five job lines, each with yes and no for the estimate', () => {
    expect(words.match(/\d hours Yes No/g)).toEqual([1, 2, 3, 4, 5].map(line => `${line} hours Yes No`))
  })
})

describe('the sample work history report', () => {
  const words = wordsOf(WORK_HISTORY)

  test("shows the visits of June Park's trailer like the public history, newest first", () => {
    const rows = [
      'Completed 20-09-2025 3:00 PM Technician Sam Ortiz Total Balance $202.67',
      'Completed 20-10-2024 3:00 PM Technician Rosa Díaz Total Balance $741.99',
      'Completed 09-11-2023 2:00 PM Technician Sam Ortiz Total Balance $644.15',
      'Completed 09-11-2022 2:00 PM Technician Rosa Díaz Total Balance $389.95',
    ]
    expect(words).toContain(`Work History for VIN: ${june.customerRV.vin} ${rows.join(' ')}`)
  })

  test('says that it is a sample, and nothing about the customer', () => {
    expect(words).toContain('SAMPLE')
    for (const secret of Object.values(june.customerDetails)) expect(words).not.toContain(secret)
  })
})

describe('a sample file', () => {
  test.each([WORK_HISTORY, INTAKE_SHEET])('%s is a PDF of one Letter page', name => {
    const text = readFile(name)
    expect(text).toMatch(/^%PDF-1\./)
    expect(text.match(/\/Type \/Page$/gm)).toHaveLength(1)
    expect(text).toContain('/MediaBox [0 0 612 792]')
    expect(drawingOf(name)).toContain('BT\n')
  })
})
