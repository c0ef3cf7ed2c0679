import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { line } from '#contract/shared-schemas.ts'
import { MAX_COMPONENT_TEXT_LENGTH } from './component.ts'
import { readPlate } from './read-plate.ts'

const GTIN = '00012345678905'
const VIN = '1UJBJ0BN8M17X0042'

describe('a plate', () => {
  test.each([
    ['one text', ['0912 44521'], { serial: '0912 44521' }],
    ['one text, printed twice', ['091244521', '091244521'], { serial: '091244521' }],
    ['a labelled serial number', ['S/N: 091244521'], { serial: '091244521' }],
    ['a label without a colon', ['SER 091244521'], { serial: '091244521' }],
    ['a label in words', ['SERIAL NO. 091244521'], { serial: '091244521' }],
    ['a label with a sign', ['Serial # 091244521'], { serial: '091244521' }],
    ['a barcode for each', ['M/N SF-30F', 'SN: 091244521'], { model: 'SF-30F', serial: '091244521' }],
    ['a label for the model alone', ['MODEL SF-30F', '091244521'], { model: 'SF-30F', serial: '091244521' }],
    ['all in one line', ['MODEL: SF-30F S/N: 0912 44521'], { model: 'SF-30F', serial: '0912 44521' }],
    [
      'lines',
      ['MFG: Suburban\nMODEL NO: SF-30F\nSERIAL NUMBER: 0912\nMFG DATE: 04/2019\nINPUT: 30,000 BTU'],
      { maker: 'Suburban', model: 'SF-30F', serial: '0912' },
    ],
    [
      'keys and values',
      ['brand=Dometic;model=DMR702;serial=40312277'],
      { maker: 'Dometic', model: 'DMR702', serial: '40312277' },
    ],
    ['JSON', ['{"model":"DMR702","sn":"40312277"}'], { model: 'DMR702', serial: '40312277' }],
    [
      'an address that asks',
      ['https://reg.example/p?model=DMR702&sn=4031%2D2277#top'],
      { model: 'DMR702', serial: '4031-2277' },
    ],
    ['GS1', [`01${GTIN}21SN-77`], { serial: 'SN-77' }],
    ['GS1 with a date and an item', [`01${GTIN}1119041224012-A\u001d21SN-77`], { serial: 'SN-77' }],
    ['GS1 as it is printed', [`(01)${GTIN}(240)AB-1(21)SN-77`], { serial: 'SN-77' }],
    ['GS1 that is marked', [']C121SN-77\u001d10LOT'], { serial: 'SN-77' }],
    [
      'an envelope',
      ['[)>\u001e06\u001d1PSF-30F\u001dS091244521\u001e\u0004'],
      { model: 'SF-30F', serial: '091244521' },
    ],
    ['a VIN beside it', [VIN, '091244521'], { serial: '091244521' }],
  ])('with %s is read', (_, texts, reading) => {
    expect(readPlate(texts)).toEqual(reading)
  })

  test.each([
    ['no barcode', []],
    ['an address', ['https://suburban.example/manuals/SF-30F']],
    ['an address without a scheme', ['www.suburban.example/123']],
    ['a VIN', [VIN]],
    ['a labelled VIN', [`S/N: ${VIN}`]],
    ['an envelope with a VIN', [`[)>\u001e06\u001dI${VIN}\u001d20L7734\u001e\u0004`]],
    ['two texts that nothing names', ['091244521', 'SF-30F-1']],
    ['two serial numbers', ['S/N 1111', 'S/N 2222']],
    ['an item number alone', [`01${GTIN}`]],
    ['what GS1 calls the item alone', [`(01)${GTIN}(240)AB-1(241)X9`]],
    ['a date', ['MFG DATE: 04/2019']],
    ['words', ['CAUTION HOT SURFACE']],
    ['a label without a value', ['S/N:']],
    ['lines that nothing names', ['SUBURBAN\nSF-30F\n0912']],
    ['a text that is too long', ['7'.repeat(81)]],
  ])('with %s says nothing', (_, texts) => {
    expect(readPlate(texts)).toEqual({})
  })
})

const anyTexts = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            'S/N',
            'MODEL',
            'SER NO',
            'MFG',
            ':',
            '=',
            ' ',
            '\n',
            '&',
            '01',
            GTIN,
            '21',
            '\u001d',
          ),
          fc.constantFrom('[)>\u001e06\u001d', '(21)', 'https://', '?', '%', '"', '{', VIN, ']C1'),
          fc.string({ maxLength: 12 }),
        ),
        { maxLength: 12 },
      )
      .map(parts => parts.join('')),
  ),
  { maxLength: 8 },
)

test('whatever the barcodes say, what is read fits its field', () => {
  const field = line(MAX_COMPONENT_TEXT_LENGTH)
  fc.assert(
    fc.property(anyTexts, texts => {
      for (const value of Object.values(readPlate(texts))) {
        expect(field.parse(value)).toBe(value)
        expect(value).not.toMatch(/:\/\//)
      }
    }),
  )
})

test('the order of the barcodes does not matter, nor that one is read twice', () => {
  fc.assert(
    fc.property(anyTexts, texts => {
      expect(readPlate([...texts].reverse())).toEqual(readPlate(texts))
      expect(readPlate([...texts, ...texts])).toEqual(readPlate(texts))
    }),
  )
})

test('any usual serial number is read under each usual label', () => {
  const serial = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{2,14}[0-9]$/)
  const label = fc.constantFrom(
    'S/N: ',
    'SN:',
    'Serial No. ',
    'SERIAL NUMBER: ',
    'serial=',
    'SER ',
    'Serial #',
  )
  fc.assert(
    fc.property(label, serial, (name, value) => {
      expect(readPlate([`${name}${value}`, `MODEL: SF-30F`])).toEqual({ model: 'SF-30F', serial: value })
    }),
  )
})
