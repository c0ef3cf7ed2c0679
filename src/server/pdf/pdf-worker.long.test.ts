import { expect, test } from 'vitest'
import { renderDefinition } from './pdf-worker.ts'
import type { PdfDefinition } from './theme.ts'

test('a document that takes longer than ten seconds is refused, and the next one is made', async () => {
  const text = 'Resealed the roof along the front cap. '.repeat(20)
  const definition = (length: number) =>
    ({ content: Array.from({ length }, () => ({ text })) }) as unknown as PdfDefinition
  const startedAt = performance.now()
  await expect(renderDefinition(definition(40_000), 'long')).rejects.toMatchObject({
    obstacles: [{ code: 'document.too-long' }],
  })
  expect(performance.now() - startedAt).toBeGreaterThan(9_000)
  expect((await renderDefinition(definition(1), 'long')).byteLength).toBeGreaterThan(1000)
}, 60_000)
