import { expect, test } from 'vitest'
import { version } from '#contract/version.ts'
import { read } from './support/repo-files.ts'

test('the changelog begins with this version, and its versions fall', () => {
  const versions = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, found = '']) => found)
  expect(versions[0]).toBe(version)
  const descending = versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  expect(versions).toEqual(descending)
})

test.each(['package.json', 'package-lock.json'])('%s has this version', file => {
  expect(JSON.parse(read(file)).version).toBe(version)
})
