import { createHash } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLinkPage, isModuleOf, matchPage, PAGE_NAMES, PAGES } from '#contract/pages/page-routes.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createWebFolder, STATIC_FILES } from '../../../test/support/web-folder.ts'

const FRAME = `<html><head><title>Rigwright</title><script src="/color-scheme.js"></script>
    <script type="module" crossorigin src="/assets/first.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/shared.js">
    <link rel="stylesheet" crossorigin href="/assets/shared.css">
  </head><body><div id="root"></div></body></html>`
const SCRIPT = `export const words = '${'a rig and its story '.repeat(50)}'`
/** An empty WebAssembly module. */
const WASM = Buffer.from('0061736d01000000', 'hex')
const STYLES = {
  'assets/shared.css': '.shared{color:red}',
  'assets/home.css': ".home::before{content:'</style>'}",
  'assets/field.css': '.field{color:blue}',
  'assets/bay.css': '.bay{color:green}',
}
const MANIFEST = {
  'index.html': { file: 'assets/first.js', imports: ['shared'] },
  shared: { file: 'assets/shared.js', css: ['assets/shared.css'] },
  'pages/public/home.page.tsx': {
    file: 'assets/home.js',
    imports: ['shared', 'field'],
    css: ['assets/home.css'],
  },
  field: { file: 'assets/field.js', css: ['assets/field.css'] },
  'bay/screens/bay.page.tsx': { file: 'assets/bay.js', imports: ['shared'], css: ['assets/bay.css'] },
  'bay/screens/bay-ticket.page.tsx': { file: 'assets/bay-ticket.js', imports: ['shared'] },
}

let app: TestApp
beforeAll(async () => {
  const webFolder = await createWebFolder(FRAME, {
    'assets/page-abc.js': SCRIPT,
    'assets/page-abc.js.gz': gzipSync(SCRIPT),
    'assets/reader-abc.wasm': WASM,
    'assets/reader-abc.wasm.br': brotliCompressSync(WASM),
    ...STYLES,
    '.vite/manifest.json': JSON.stringify(MANIFEST),
  })
  await cp(STATIC_FILES, webFolder, { recursive: true })
  app = await createTestApp({ webFolder })
})
afterAll(() => app.close())

type Manifest = { icons: { src: string; sizes: string; type: string; purpose?: string }[] }
const manifest = async () => (await (await app.fetch('/manifest.webmanifest')).json()) as Manifest

describe('the installable web app', () => {
  test('has a name, a start page and colors', async () => {
    const answer = await app.fetch('/manifest.webmanifest')
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.json()).toMatchObject({
      name: 'Rigwright',
      short_name: 'Rigwright',
      start_url: '/',
      display: 'standalone',
      theme_color: '#1f4d3a',
      background_color: '#f8f3e9',
    })
  })

  test('has existing icons of the stated sizes, cached for a day', async () => {
    const { icons } = await manifest()
    const apple = { src: '/icons/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ])
    for (const { src, sizes, type } of [...icons, apple]) {
      const answer = await app.fetch(src)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })

  test('fills a maskable icon and an Apple icon to the corners, and no other', async () => {
    const names = ['icon-192', 'icon-512', 'maskable-512', 'apple-touch-icon']
    const corners = names.map(async name => {
      const pixels = sharp(join(STATIC_FILES, 'icons', `${name}.png`)).ensureAlpha()
      const corner = await pixels.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
      return corner[3]
    })
    expect(await Promise.all(corners)).toEqual([0, 0, 255, 255])
  })
})

describe('an example file', () => {
  test.each(['sample-work-history-report.pdf', 'blank-intake-sheet.pdf'])('%s is a PDF', async name => {
    const answer = await app.fetch(`/files/${name}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await answer.text()).slice(0, 7)).toBe('%PDF-1.')
  })
})

const PATHS = Object.values(PAGES).map(({ path }) => path)

describe('a path', () => {
  const asked = async (path: string) => {
    const answer = await app.fetch(path)
    // Pages of a link are for one person and not cached.
    const page = matchPage(path)
    const isForOne = page !== null && isLinkPage(page)
    expect(answer.headers.get('cache-control')).toBe(isForOne ? 'no-store' : 'no-cache')
    const [title] = /<title>.*<\/title>/.exec(await answer.text()) ?? []
    return [answer.status, title]
  }

  test.each(PATHS)('%s serves the app', async pattern => {
    const path = pattern.replace('$ticketId', '412873').replace('$companyId', app.ids.dana)
    const { title = '', params } = matchPage(path) ?? {}
    // A company's public pages have its name.
    if (params?.companyId !== '')
      return expect(String(await asked(path))).toMatch(/^200,<title>.*Bluebonnet RV · Rigwright</)
    const fullTitle = title.includes('Rigwright') ? title : `${title} · Rigwright`
    expect(await asked(path)).toEqual([200, `<title>${fullTitle}</title>`])
  })

  test.each([
    '/nowhere',
    '/bay/412873/more',
    '/service-ticket',
    '/Dashboard',
    '/login/..%2fx',
    '/wp-admin.php',
  ])('%s is not a page: it is 404 with the app', async path => {
    expect(await asked(path)).toEqual([404, '<title>Page not found · Rigwright</title>'])
  })

  test('has a module that exports its component', async () => {
    const web = fileURLToPath(new URL('../../web', import.meta.url))
    const files = await readdir(web, { recursive: true })
    for (const name of PAGE_NAMES) {
      const modules = files.filter(file => isModuleOf(name, file))
      expect([name, modules.length]).toEqual([name, 1])
      const text = await readFile(join(web, modules[0] ?? ''), 'utf8')
      const component = `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`
      expect(text).toMatch(new RegExp(`export (?:function|const) ${component}\\b`))
    }
  })

  test('inlines its styles, the common ones first, and fetches none', async () => {
    const text = await (await app.fetch('/')).text()
    const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
    expect(styles.split('\n')).toEqual([
      '.shared{color:red}',
      ".home::before{content:'<\\/style>'}",
      '.field{color:blue}',
    ])
    // Listed, but not preloaded.
    const links = [...text.matchAll(/<link rel="(\w+)" crossorigin ?(\w*) href="([^"]+)">/g)]
    expect(links.map(([, kind, off, file]) => [kind, off, file])).toEqual(
      ['shared', 'home', 'field'].map(name => ['stylesheet', 'disabled', `/assets/${name}.css`]),
    )
  })

  test('names its scripts, each after its dependencies, and fetches none before the first paint', async () => {
    const text = await (await app.fetch('/')).text()
    const [, first, own] = /<script data-entry="([^"]*)" data-page="([^"]*)">/.exec(text) ?? []
    expect(first?.split(' ')).toEqual(['shared', 'first'].map(name => `/assets/${name}.js`))
    expect(own?.split(' ')).toEqual(['home', 'field'].map(name => `/assets/${name}.js`))
    expect(text).not.toMatch(/<script[^>]* src=|modulepreload" /)
  })

  test('is not sent again to a browser that has it', async () => {
    for (const path of ['/about-us', '/manifest.webmanifest', '/icons/icon-192.png']) {
      const first = await app.fetch(path)
      const mark = first.headers.get('etag') ?? ''
      expect(mark).toMatch(/^W\/"[\w-]+"$/)
      const again = await app.fetch(path, { headers: { 'if-none-match': mark } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
    }
  })

  test.each(['/.vite/manifest.json', '/index.html'])('%s of the build is not served', async path => {
    const answer = await app.fetch(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Page not found')
  })

  test.each(['/assets/gone.js', '/icons/gone.png', '/files/gone.pdf', '/files/gone.apk'])(
    '%s that names no file is not found',
    async path => {
      expect((await app.fetch(path)).status).toBe(404)
    },
  )

  test('has a policy that allows no foreign scripts, and only the two inline ones it names', async () => {
    const text = await (await app.fetch('/')).text()
    const scripts = [
      ...text.matchAll(/<script(?: data-entry="[^"]*" data-page="[^"]*")?>(.*?)<\/script>/gs),
    ].map(([, script = '']) => script)
    expect(scripts).toHaveLength(2)
    const hashes = scripts.map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    for (const path of ['/', '/login', '/nowhere', '/manifest.webmanifest']) {
      const policy = (await app.fetch(path)).headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy.split('; ')).toContain(`script-src 'self' ${hashes.join(' ')} 'wasm-unsafe-eval'`)
      expect(policy).not.toMatch(/script-src[^;]*'unsafe/)
    }
  })
})

describe('the bay’s shell', () => {
  test('is the same for everyone, with the files of both pages and no data', async () => {
    const [answer, asRosa] = await Promise.all([
      app.fetch('/bay-shell'),
      app.fetch('/bay-shell', { as: 'rosa' }),
    ])
    const text = await answer.text()
    expect(await asRosa.text()).toBe(text)
    expect(text).toContain('<div id="root" data-shell></div>')
    expect(text).toContain('<meta name="robots" content="noindex" />')
    expect(text).not.toContain('application/json')
    for (const name of ['bay', 'bay-ticket']) expect(text).toContain(`/assets/${name}.js`)
    expect(text).toContain('.bay{color:green}')
  })

  test('runs only scripts that its policy names, and is not sent again', async () => {
    const answer = await app.fetch('/bay-shell')
    const scripts = [...(await answer.text()).matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
      ([, script = '']) => script,
    )
    const policy = answer.headers.get('content-security-policy')
    for (const script of scripts)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await app.fetch('/bay-shell', { headers })).status).toBe(304)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })
})

describe('a hashed file', () => {
  test('is cached for a year, and compressed for clients that accept it', async () => {
    const packed = await app.fetch('/assets/page-abc.js', { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(await packed.text()).toBe(SCRIPT)
    const plain = await app.fetch('/assets/page-abc.js', { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const { headers } of [packed, plain]) {
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('vary')).toBe('Accept-Encoding')
    }
  })

  test('has the content type that browsers compile while streaming, if it is WebAssembly', async () => {
    for (const [encoding, coming] of [
      ['br', 'br'],
      ['identity', null],
    ] as const) {
      const answer = await app.fetch('/assets/reader-abc.wasm', {
        headers: { 'accept-encoding': encoding },
      })
      expect(answer.headers.get('content-type')).toBe('application/wasm')
      expect(answer.headers.get('content-encoding')).toBe(coming)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(WASM)
    }
  })

  test('is not the service worker: a browser checks it each time, and it intercepts no requests', async () => {
    const answer = await app.fetch('/push-service-worker.js', { headers: { 'service-worker': 'script' } })
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('etag')).not.toBeNull()
    expect(answer.headers.get('content-security-policy')).toContain("worker-src 'self'")
    expect(await answer.text()).not.toContain('fetch')
  })

  test('is not the bay’s service worker: a browser checks it each time, and it may answer every page', async () => {
    const answer = await app.fetch('/bay-service-worker.js', { headers: { 'service-worker': 'script' } })
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('etag')).not.toBeNull()
    // At the root, so that its scope is the whole site.
    expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self'")
  })

  test('on the home screen opens the page that was added', async () => {
    const answer = await app.fetch('/follow.webmanifest')
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const manifest = (await answer.json()) as Record<string, unknown>
    expect(manifest).toMatchObject({ display: 'standalone', scope: '/follow/' })
    expect(manifest).not.toHaveProperty('start_url')
  })

  test('is the only kind cached without revalidation', async () => {
    for (const path of ['/color-scheme.js', '/load-app.js?v=1', '/manifest.webmanifest'])
      expect((await app.fetch(path)).headers.get('cache-control')).toBe('no-cache')
  })
})
