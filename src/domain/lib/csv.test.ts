import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCsv, formatProgramCsv } from './csv.ts'

describe('a CSV cell', () => {
  test.each([
    ['Rosa Díaz', 'Rosa Díaz'],
    ['', ''],
    ['$1,234.50', '"$1,234.50"'],
    ['6" pipe', '"6"" pipe"'],
    ['one\ntwo', '"one\ntwo"'],
    ['20-11-2025 2:14 PM', '20-11-2025 2:14 PM'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1+1', "' =1+1"],
    ['\t=1+1', "'\t=1+1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://evil.example","A")', '"\'=HYPERLINK(""http://evil.example"",""A"")"'],
    ['＝1+1', "'＝1+1"],
    ['\n=1', '"\'\n=1"'],
    ['a=b', 'a=b'],
  ])('%j is written as %j', (text, written) => {
    expect(formatCsv([[text]])).toBe(`${written}\r\n`)
  })

  test('never starts a formula, and keeps its text', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'=+-@",\t\r\n a1') })
    fc.assert(
      fc.property(texts, text => {
        const [[read = ''] = []] = parse(formatCsv([[text]]))
        expect(read).not.toMatch(/^\s*[=+\-@]/)
        expect(read.replace(/^'/, '')).toBe(text)
      }),
    )
  })
})

test.each([
  ['+52 664 123 4567', '+52 664 123 4567'],
  ['-25.00', '-25.00'],
  ['=1042', '1042'],
  ['+SUM(A1)', 'SUM(A1)'],
  ['-2+3+cmd', '2+3+cmd'],
  [' =HYPERLINK(1)', 'HYPERLINK(1)'],
  ['Park, June', '"Park, June"'],
])('for a program, %j is written as %j, without an apostrophe', (text, written) => {
  expect(formatProgramCsv([[text]])).toBe(`${written}\r\n`)
})

test('every row ends with a line break', () => {
  expect(formatCsv([])).toBe('')
  expect(
    formatCsv([
      ['Completed', 'Technician'],
      ['N/A', 'Ortiz, Sam'],
    ]),
  ).toBe('Completed,Technician\r\nN/A,"Ortiz, Sam"\r\n')
})

/** Parses CSV like a spreadsheet. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
