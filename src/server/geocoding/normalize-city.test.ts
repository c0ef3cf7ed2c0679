import { expect, test } from 'vitest'
import { normalizeCity } from './normalize-city.ts'

test.each([
  ['Saint Paul', 'St. Paul'],
  ['Saint Paul', 'st paul'],
  ['Fort Wayne', 'ft. WAYNE'],
  ['Mount Vernon', 'Mt Vernon'],
  ["Coeur d'Alene", 'coeur dalene'],
  ['Coeur d’Alene', "Coeur D'Alene"],
  ['Winston-Salem', 'winston  salem'],
  ['Montréal', 'montreal'],
  ['Saint-Félicien', 'st felicien'],
  ['South Bend', 'S Bend'],
  ['South Bend', 's. bend'],
  ['Sault Ste. Marie', 'Sault Sainte Marie'],
])('%s and %s are the same name', (one, other) => expect(normalizeCity(other)).toBe(normalizeCity(one)))

test('a last word that may be incomplete is left as it is', () => {
  expect(normalizeCity('St')).toBe('st')
  expect(normalizeCity('St.')).toBe('saint')
  expect(normalizeCity('123 Main St')).toBe('123 main st')
})

test('a name without letters or digits normalizes to nothing', () => expect(normalizeCity(' .,- ')).toBe(''))
