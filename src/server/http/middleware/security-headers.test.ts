import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { createWebFolder } from '../../../../test/support/web-folder.ts'

let app: TestApp
let image: string
beforeAll(async () => {
  const downloadsFolder = join(inject('postgres').folder, `downloads-${randomUUID()}`)
  await mkdir(downloadsFolder)
  const webFolder = await createWebFolder('<title>Rigwright</title>', { 'assets/page-abc.js': 'export {}' })
  await writeFile(join(downloadsFolder, 'rigwright.apk'), 'app')
  app = await createTestApp({ webFolder, downloadsFolder })
  const form = new FormData()
  const pixel = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  form.set('image', new File([new Uint8Array(await pixel.png().toBuffer())], 'image.png'))
  const put = await app.fetch('/api/company/image', { as: 'dana', method: 'PUT', body: form })
  image = ((await put.json()) as { imageURL: string }).imageURL
})
afterAll(() => app.close())

const ANSWERS: Readonly<Record<string, readonly [number, () => Promise<Response>]>> = {
  'a page': [200, () => app.fetch('/dashboard')],
  'a page that is not there': [404, () => app.fetch('/nowhere')],
  'a script': [200, () => app.fetch('/assets/page-abc.js')],
  'a script that is not there': [404, () => app.fetch('/assets/gone.js')],
  'the page of the API': [200, () => app.fetch('/api/docs')],
  'an answer': [200, () => app.fetch('/api/companies')],
  'an answer over RPC': [200, () => app.fetch('/rpc/me', { method: 'POST', json: {} })],
  'a refusal': [401, () => app.fetch('/api/tickets')],
  'a path that is not there': [404, () => app.fetch('/api/nothing')],
  'an image': [200, () => app.fetch(image)],
  'a missing image': [404, () => app.fetch(`/api/images/company_images/${randomUUID()}`)],
  'a download': [200, () => app.fetch('/files/rigwright.apk')],
  'an export': [200, () => app.fetch('/api/company/export', { as: 'dana' })],
  'signing in': [200, () => signIn(PASSWORD, 'walt@bluebonnet.example')],
  'not signing in': [401, () => signIn('wrong-password-9', 'walt@bluebonnet.example')],
}

const signIn = (password: string, email: string) =>
  app.fetch('/api/auth/sign-in/email', { method: 'POST', json: { email, password } })

describe.each(Object.entries(ANSWERS))('%s', (_, [status, ask]) => {
  test('has the security headers', async () => {
    const { headers, status: actualStatus, body } = await ask()
    await body?.cancel()
    expect(actualStatus).toBe(status)
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split('; ').map(part => {
        const [name = '', ...sources] = part.split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self' 'wasm-unsafe-eval'",
      'worker-src': "'self'",
      'script-src-attr': "'none'",
      'style-src-attr': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'form-action': "'self'",
      'img-src': "'self' data: blob:",
    })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const permissions = headers.get('permissions-policy') ?? ''
    expect(permissions).toMatch(/(^|, )camera=\(self\)/)
    expect(permissions).toMatch(/(^|, )geolocation=\(self\)/)
    // Browsers do not know this name: each would warn on every page.
    expect(permissions).not.toContain('bluetooth')
    for (const feature of ['microphone', 'payment', 'usb', 'display-capture'])
      expect(permissions).toContain(`${feature}=()`)
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
    // Only valid over https.
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})

test('over https every response has HSTS for a year', async () => {
  const secure = await createTestApp({ connection: app.connection, baseUrl: 'https://rigwright.example' })
  for (const path of ['/api/companies', '/api/nothing', '/api/tickets', '/nowhere', image])
    expect((await secure.fetch(path)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
  await secure.close()
})

test('the API page has no inline script or style', async () => {
  const page = await (await app.fetch('/api/docs')).text()
  expect(page).not.toMatch(/<script|<style|\son\w+=|style=/)
})

test('map tiles may come from TILE_URL only', async () => {
  const tiles = { url: 'https://{s}.tiles.example/{z}/{x}/{y}.png', attribution: '© Example Tiles' }
  const mapped = await createTestApp({ connection: app.connection, tiles })
  const policy = (await mapped.fetch('/api/companies')).headers.get('content-security-policy')
  expect(policy).toContain("; img-src 'self' data: blob: https://*.tiles.example;")
  expect(policy).not.toMatch(/(script|connect|style)-src[^;]*tiles/)
  expect(await mapped.as('visitor').addressSearch.getMap()).toEqual({ tiles })
  expect(await app.as('visitor').addressSearch.getMap()).toEqual({ tiles: null })
  await mapped.close()
})
