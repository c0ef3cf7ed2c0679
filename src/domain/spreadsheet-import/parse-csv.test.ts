import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsv } from '#domain/lib/csv.ts'
import { parseCsv } from './parse-csv.ts'

const rowsOf = (text: string) => parseCsv(text, ',', 100).rows

test.each([
  [
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a,\n\nb', [['a', ''], [''], ['b']]],
  ['"Park, June","6"" pipe"\n', [['Park, June', '6" pipe']]],
  [
    '"one\ntwo",x\ny,z',
    [
      ['one\ntwo', 'x'],
      ['y', 'z'],
    ],
  ],
  ['"a" ,b', [['a', 'b']]],
  ['', []],
])('%j is read as CSV', (text, rows) => {
  expect(rowsOf(text)).toEqual(rows)
})

test('an inch mark or a quotation mark inside a cell never takes the next row into it', () => {
  const text = [
    'Name,Make,Model,VIN',
    'Dale,Keystone,"Bullet" 248RKS,',
    'June,Jayco,Jay Flight 26",',
    'Ann,"26" Jayco,View 24J,',
    'Otis,"Bullet, 26",X,',
  ]
  expect(rowsOf(text.join('\n'))).toEqual([
    ['Name', 'Make', 'Model', 'VIN'],
    ['Dale', 'Keystone', '"Bullet" 248RKS', ''],
    ['June', 'Jayco', 'Jay Flight 26"', ''],
    ['Ann', '"26" Jayco', 'View 24J', ''],
    ['Otis', 'Bullet, 26', 'X', ''],
  ])
})

test('a mark that opens a cell by mistake ends with its line, if the row is whole then', () => {
  expect(rowsOf('Name,Size,Notes\nDale,"26,x\nJune,5,"long"\n')).toEqual([
    ['Name', 'Size', 'Notes'],
    ['Dale', '"26', 'x'],
    ['June', '5', 'long'],
  ])
})

test('a mark that is never closed is named by its row', () => {
  expect(parseCsv('Name,Phone\n"Park,1\nx,y', ',', 100).unclosedRow).toBe(2)
  expect(parseCsv('Name,Phone\nPark,1', ',', 100).unclosedRow).toBeNull()
})

test('no more rows are read than asked for', () => {
  expect(parseCsv('a\nb\nc\n', ',', 2).rows).toEqual([['a'], ['b']])
})

test('what we write is read again, whatever it holds', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'",\n ab') })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), rows => {
      const text = formatCsv(rows).replaceAll('\r\n', '\n')
      const expected = rows.map(row => row.map(each => (/^\n/.test(each) ? `'${each}` : each)))
      expect(rowsOf(text)).toEqual(expected)
    }),
  )
})
