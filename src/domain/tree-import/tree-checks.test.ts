import { expect, test } from 'vitest'
import { readName } from './tree-checks.ts'
import { type Finding, TreeNode } from './tree-node.ts'

const checks = { line: () => (value: unknown) => ({ value: String(value) }) }

test('a name with a web address is kept as text and reported; a bare domain is a name', () => {
  const findings: Finding[] = []
  const read = (name: string) =>
    readName(new TreeNode('companyName', name, each => findings.push(each)), checks, 120)
  expect(read('CampersInn.com')).toBe('CampersInn.com')
  expect(findings).toEqual([])
  expect(read('https://www.evil.example/pay')).toBe('evil.example pay')
  expect(findings).toEqual([
    { path: 'companyName', kind: 'mended', problem: expect.stringMatching(/^A name holds no web address/) },
  ])
})
