import { expect, test } from 'vitest'
import { mapText } from './render-pdf.ts'

test('every text is mapped, at any depth, and nothing else', async () => {
  const document = {
    title: 'a',
    jobs: [{ problem: 'b', findings: [] }, { problem: 'c' }],
    jobNumber: 3,
    sign: null,
  }
  expect(await mapText(document, text => text.toUpperCase())).toEqual({
    title: 'A',
    jobs: [{ problem: 'B', findings: [] }, { problem: 'C' }],
    jobNumber: 3,
    sign: null,
  })
})

test('mapping yields to other work between texts', async () => {
  let turns = 0
  let isOver = false
  const take = () => {
    turns += 1
    if (!isOver) setImmediate(take)
  }
  setImmediate(take)
  const seen: number[] = []
  await mapText([['a', 'b'], { c: 'c', d: 'd' }], text => {
    seen.push(turns)
    return text
  })
  isOver = true
  expect(new Set(seen).size).toBe(4)
})
