import { randomUUID } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { openWorld, type World } from '../../test/world.ts'

const STATIC = fileURLToPath(new URL('../web/static', import.meta.url))

let world: World
beforeAll(async () => {
  const webFolder = join(inject('postgres').folder, `web-${randomUUID()}`)
  await cp(STATIC, webFolder, { recursive: true })
  await writeFile(join(webFolder, 'index.html'), '<title>Rigwright</title>')
  world = await openWorld({ webFolder })
})
afterAll(() => world.close())

type Manifest = { icons: { src: string; sizes: string; type: string; purpose?: string }[] }
const manifest = async () => (await (await world.fetch('/manifest.webmanifest')).json()) as Manifest

describe('the installable web app', () => {
  test('says what it is called, where it starts and how it looks', async () => {
    const answer = await world.fetch('/manifest.webmanifest')
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.json()).toMatchObject({
      ...{ name: 'Rigwright', short_name: 'Rigwright', start_url: '/', display: 'standalone' },
      ...{ theme_color: '#1f4d3a', background_color: '#f8f3e9' },
    })
  })

  test('names icons that are there, as large as it says, and kept for a day', async () => {
    const { icons } = await manifest()
    const apple = { src: '/icons/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ])
    for (const { src, sizes, type } of [...icons, apple]) {
      const answer = await world.fetch(src)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })

  test('fills a maskable icon and an Apple one to the corners, and no other', async () => {
    const names = ['icon-192', 'icon-512', 'maskable-512', 'apple-touch-icon']
    const corners = names.map(async name => {
      const pixels = sharp(join(STATIC, 'icons', `${name}.png`)).ensureAlpha()
      const corner = await pixels.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
      return corner[3]
    })
    expect(await Promise.all(corners)).toEqual([0, 0, 255, 255])
  })
})

describe('a paper', () => {
  test.each(['sample-work-history-report.pdf', 'blank-intake-sheet.pdf'])('%s is a PDF', async name => {
    const answer = await world.fetch(`/files/${name}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await answer.text()).slice(0, 7)).toBe('%PDF-1.')
  })
})

describe('a path', () => {
  const asked = async (path: string) => {
    const answer = await world.fetch(path)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    return [answer.status, await answer.text()]
  }

  test.each(PAGES)('%s is the one page', async page => {
    expect(await asked(page.replace('$ticketId', '412873'))).toEqual([200, '<title>Rigwright</title>'])
  })

  test.each([
    '/nowhere',
    '/bay/412873/more',
    '/service-ticket',
    '/Dashboard',
    '/login/..%2fx',
    '/wp-admin.php',
  ])('%s is no page: it is not found, which the one page says', async path => {
    expect(await asked(path)).toEqual([404, '<title>Rigwright</title>'])
  })

  test('of the web is known to the server, each of them', async () => {
    const routes = await readFile(new URL('../web/routes.tsx', import.meta.url), 'utf8')
    const paths = [...routes.matchAll(/^ {2}path: '([^']+)',$/gm)].map(([, path]) => path)
    expect(paths.length).toBeGreaterThan(15)
    expect(paths.sort()).toEqual([...PAGES].sort())
  })

  test.each(['/assets/gone.js', '/icons/gone.png', '/files/gone.pdf', '/files/rigwright.apk'])(
    '%s that names no file is not found',
    async path => {
      expect((await world.fetch(path)).status).toBe(404)
    },
  )

  test('is answered under a policy that runs no script of others', async () => {
    for (const path of ['/', '/manifest.webmanifest']) {
      const policy = (await world.fetch(path)).headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    }
  })
})
