import { expect, test } from 'vitest'
import type { DecodedVin } from './use-decoded-vin.ts'
import { suggestFromVin } from './vin-suggestion.ts'

type Reading = DecodedVin['candidates'][number]

const reading = (year: number, make: string | null, model: string | null): Reading => ({
  year,
  make,
  model,
  series: null,
  body: null,
  plant: null,
})
const decodedAs = (...candidates: Reading[]): DecodedVin => ({
  vin: '',
  manufacturer: 'Jayco, Inc.',
  makes: ['Jayco', 'Entegra'],
  isChassis: false,
  candidates,
})

const EMPTY = { make: '', model: '', year: '' }
const flight = decodedAs(reading(2021, 'Jayco', 'Jay Flight'))
const chassis = { ...decodedAs(reading(2019, 'Ford', 'E-450')), isChassis: true }

test('a single reading fills only empty fields', () => {
  expect(suggestFromVin(flight, EMPTY)).toEqual({
    text: 'From the VIN: 2021 Jayco Jay Flight',
    choices: [{ label: 'Use this info', fills: { year: '2021', make: 'Jayco', model: 'Jay Flight' } }],
  })
})

test('no typed text is replaced', () => {
  expect(suggestFromVin(flight, { ...EMPTY, make: 'Entegra' }).choices).toEqual([
    { label: 'Use this info', fills: { year: '2021', model: 'Jay Flight' } },
  ])
  expect(suggestFromVin(flight, { make: 'A', model: 'B', year: '2020' }).choices).toEqual([])
})

test('a make missing in the catalog is not made up', () => {
  expect(suggestFromVin(decodedAs(reading(2021, null, null)), EMPTY)).toEqual({
    text: 'From the VIN: 2021 Jayco, Inc.',
    choices: [{ label: 'Use this info', fills: { year: '2021' } }],
  })
})

test('two years are offered, likeliest first, each with its details', () => {
  const both = decodedAs(reading(2021, 'Jayco', null), reading(1991, 'Jayco', 'RV Trailer'))
  expect(suggestFromVin(both, EMPTY)).toEqual({
    text: 'From the VIN: 2021 or 1991?',
    choices: [
      { label: '2021', fills: { year: '2021', make: 'Jayco' } },
      { label: '1991', fills: { year: '1991', make: 'Jayco', model: 'RV Trailer' } },
    ],
  })
  // The typed year answers the question.
  expect(suggestFromVin(both, { ...EMPTY, year: '1991' })).toEqual({
    text: 'From the VIN: 1991 Jayco RV Trailer',
    choices: [{ label: 'Use this info', fills: { make: 'Jayco', model: 'RV Trailer' } }],
  })
  expect(suggestFromVin(both, { ...EMPTY, year: '2005' })).toEqual({
    text: 'From the VIN: 2021 or 1991?',
    choices: [],
  })
})

test('without a year only the manufacturer is offered', () => {
  expect(suggestFromVin(decodedAs(), EMPTY)).toEqual({ text: 'From the VIN: Jayco, Inc.', choices: [] })
  expect(suggestFromVin({ ...decodedAs(), makes: ['Oliver'] }, EMPTY).choices).toEqual([
    { label: 'Use this info', fills: { make: 'Oliver' } },
  ])
})

test('a chassis is named as one, and does not change the coach', () => {
  expect(suggestFromVin(chassis, { ...EMPTY, make: 'Forest River', model: 'Sunseeker' })).toEqual({
    text: 'Chassis: Ford E-450, 2019',
    choices: [{ label: 'Use this info', fills: { year: '2019' } }],
  })
})
