import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let ids: string[]
beforeAll(async () => {
  app = await createTestApp()
  ids = await Promise.all(
    ['4008-101', 'WG-77'].map(async partNumber => {
      const item = { partNumber, description: `Part ${partNumber}`, place: 'shelf B', cost: 6543.21 }
      return (await app.as('dana').stock.add(item)).stockItemId
    }),
  )
})
afterAll(() => app.close())

const labels = (items: readonly string[], as: 'walt' | 'rosa' | 'ray' = 'walt') =>
  app.fetch(`/api/stock/labels.pdf?items=${items.join(',')}`, { as })

test('labels of the chosen items have part number, description and place, and no cost', async () => {
  const answer = await labels(ids)
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="Stock Labels.pdf"')
  const words = wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer()))).replaceAll('- ', '-')
  for (const text of ['4008-101', 'Part 4008-101', 'WG-77', 'Part WG-77', 'shelf B'])
    expect(words).toContain(text)
  expect(words).not.toMatch(/6,?543/)
  const one = await labels([ids[1] ?? ''])
  expect(wordsOf(readPdf(new Uint8Array(await one.arrayBuffer())))).not.toContain('4008')
})

test('labels are refused to technicians and other companies, and for what is no item', async () => {
  const statusOf = async (...asked: Parameters<typeof labels>) => (await labels(...asked)).status
  expect(await statusOf(ids, 'rosa')).toBe(403)
  expect(await statusOf(ids, 'ray')).toBe(404)
  expect(await statusOf([randomUUID()])).toBe(404)
  expect(await statusOf([])).toBe(400)
  expect(await statusOf(['1'])).toBe(400)
  expect(await statusOf(Array.from({ length: 121 }, () => randomUUID()))).toBe(400)
})
