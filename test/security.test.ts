// test/security.md answers every requirement of the standard's levels 1 and 2: with an existing test, a reason, or
// "Not met".

import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseTables, problemsOf, type SpecificationRow } from './support/coverage-table.ts'
import { exists, read, testFile } from './support/repo-files.ts'

const PAGE = 'test/security.md'

/** How many requirements each section of the standard has at levels 1 and 2: they are its first ones. */
const SECTIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '1': { '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  '2': { '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  '3': { '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  '4': { '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  '5': { '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  '6': { '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  '7': { '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  '8': { '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  '9': { '9.1': 3, '9.2': 4 },
  '10': { '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  '11': { '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  '12': { '12.1': 3, '12.2': 2, '12.3': 4 },
  '13': { '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  '14': { '14.1': 2, '14.2': 4, '14.3': 3 },
  '15': { '15.1': 3, '15.2': 3, '15.3': 7 },
  '16': { '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  '17': { '17.1': 1, '17.2': 4, '17.3': 2 },
}
/** Chapters about features the product does not have: one row for all their requirements. */
const ABSENT = ['10', '17']

const countOf = (chapter: string): number =>
  Object.values(SECTIONS[chapter] ?? {}).reduce((sum, count) => sum + count, 0)

const numbersOf = (chapter: string): string[] =>
  ABSENT.includes(chapter)
    ? [chapter]
    : Object.entries(SECTIONS[chapter] ?? {}).flatMap(([section, count]) =>
        Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
      )

const numberOf = ({ text }: SpecificationRow): string => /^([\d.]+) \S/.exec(text)?.[1] ?? text
const isUnmet = ({ note }: SpecificationRow): boolean => note.startsWith('Not met')

const page = read(PAGE)
const { rows, problems } = parseTables(page)

describe('test/security.md', () => {
  test('has well-formed tables', () => expect(problems).toEqual([]))

  test.each(Object.keys(SECTIONS))('has every number of chapter %s, in order', chapter => {
    expect(rows.filter(({ section }) => section === chapter).map(numberOf)).toEqual(numbersOf(chapter))
  })

  test('has exactly the chapters of the standard', () =>
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(Object.keys(SECTIONS)))

  test('names tests that exist', () => {
    expect(rows.filter(({ proofs }) => proofs.length > 0).length).toBeGreaterThan(100)
    expect(problemsOf(rows, { testFile, screens: '' })).toEqual([])
  })

  test('names files that exist', () => {
    const named = [...page.matchAll(/`((?:docs|scripts|src|test)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    const linked = [...page.matchAll(/\]\(([^:)]+)\)/g)].map(([, path = '']) => join(dirname(PAGE), path))
    expect(linked.length).toBeGreaterThan(3)
    expect([...named, ...linked].filter(path => !exists(path))).toEqual([])
  })

  test('counts the unmet requirements correctly', () => {
    const sum = (chapters: readonly string[]) => chapters.reduce((all, chapter) => all + countOf(chapter), 0)
    const counts = /Of (\d+) requirements, (\d+) are not met, and (\d+) are about/
      .exec(page)
      ?.slice(1)
      .map(Number)
    expect(counts).toEqual([sum(Object.keys(SECTIONS)), rows.filter(isUnmet).length, sum(ABSENT)])
  })

  test('says "Not met" only at the beginning of a note', () =>
    expect(rows.filter(row => row.note.includes('Not met') !== isUnmet(row)).map(numberOf)).toEqual([]))
})
