// Each response has a content type, with a charset for text.

import { cp } from 'node:fs/promises'
import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { createWebFolder, STATIC_FILES } from '../../../../test/support/web-folder.ts'

let app: TestApp
let image: string
beforeAll(async () => {
  const webFolder = await createWebFolder('<title>Rigwright</title>', {
    'assets/page-abc.js': 'export {}',
    'assets/page-abc.css': 'b{}',
    'assets/mark-abc.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  await cp(STATIC_FILES, webFolder, { recursive: true })
  app = await createTestApp({ webFolder })
  const form = new FormData()
  const pixel = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  form.set('image', new File([new Uint8Array(await pixel.png().toBuffer())], 'image.png'))
  const put = await app.fetch('/api/company/image', { as: 'dana', method: 'PUT', body: form })
  image = ((await put.json()) as { imageURL: string }).imageURL
})
afterAll(() => app.close())

const KINDS: readonly [string, string, () => Promise<Response>][] = [
  ['a page', 'text/html; charset=utf-8', () => app.fetch('/dashboard')],
  ['a page that is not there', 'text/html; charset=utf-8', () => app.fetch('/nowhere')],
  ['a script', 'text/javascript; charset=utf-8', () => app.fetch('/assets/page-abc.js')],
  ['a style', 'text/css; charset=utf-8', () => app.fetch('/assets/page-abc.css')],
  ['a drawing', 'image/svg+xml; charset=utf-8', () => app.fetch('/assets/mark-abc.svg')],
  ['a file that is not there', 'text/plain; charset=utf-8', () => app.fetch('/assets/gone.js')],
  ['the manifest', 'application/manifest+json', () => app.fetch('/manifest.webmanifest')],
  ['a document', 'application/pdf', () => app.fetch('/files/blank-intake-sheet.pdf')],
  ['the page of the API', 'text/html; charset=utf-8', () => app.fetch('/api/docs')],
  ['the document of the API', 'application/json', () => app.fetch('/api/openapi.json')],
  ['an answer', 'application/json', () => app.fetch('/api/companies')],
  ['an answer over RPC', 'application/json', () => app.fetch('/rpc/me', { method: 'POST', json: {} })],
  ['a refusal', 'application/json', () => app.fetch('/api/tickets')],
  ['an export', 'application/json; charset=utf-8', () => app.fetch('/api/company/export', { as: 'dana' })],
  ['an image', 'image/webp', () => app.fetch(image)],
  ['a live stream', 'text/event-stream; charset=utf-8', () => app.fetch('/api/live', { as: 'dana' })],
]

test.each(KINDS)('%s has a content type', async (_, kind, ask) => {
  const { headers, body } = await ask()
  await body?.cancel()
  // Case does not matter there, nor does a space before the charset.
  expect(headers.get('content-type')?.toLowerCase().replace(/;\s*/, '; ')).toBe(kind)
})

test.each(['/api/live', '/api/live/directory'])('a HEAD request to %s opens no stream', async path => {
  const answer = await app.fetch(path, { as: 'dana', method: 'HEAD' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
})

test('TRACE echoes nothing', async () => {
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(
      `${app.url}/api/me`,
      { method: 'TRACE', headers: { cookie: 'secret=1' } },
      answer => {
        let text = ''
        answer.setEncoding('utf8').on('data', piece => {
          text += piece
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    asked.on('error', reject).end()
  })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(text).not.toContain('secret')
})
