// Limits what a browser has to fetch before a page is usable, on the built web client: otherwise every added library
// would slow Home down.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isModuleOf, matchPage, PAGES } from '#contract/pages/page-routes.ts'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))

type Chunk = { file: string; imports?: string[]; css?: string[]; dynamicImports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(WEB, '.vite', 'manifest.json'), 'utf8'))

/** Bytes of gzip at the highest level. */
const packedBytes = (file: string): number => gzipSync(readFileSync(join(WEB, file)), { level: 9 }).length

function filesOf(...names: string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const walk = (name: string): void => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no ${name}.`)
    if (seen.has(name)) return
    seen.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const other of chunk.imports ?? []) walk(other)
  }
  for (const name of names) walk(name)
  return [...files]
}

const compressedSize = (files: readonly string[], ending: string): number =>
  files.filter(file => file.endsWith(ending)).reduce((sum, file) => sum + packedBytes(file), 0)

const codeOf = (path: string): string =>
  Object.keys(manifest).find(file => isModuleOf(matchPage(path)?.name ?? 'home', file)) ?? ''
const PATHS = Object.values(PAGES).map(({ path }) => path)

const weights = PATHS.map(page => {
  const files = filesOf('index.html', codeOf(page))
  return { page, scripts: compressedSize(files, '.js'), styles: compressedSize(files, '.css') }
})

const inKb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7)
const table = weights.map(({ page, scripts, styles }) => `${inKb(scripts)} ${inKb(styles)}  ${page}`)
process.stdout.write(`${['  JS KB  CSS KB  page, gzip, before it is usable', ...table].join('\n')}\n`)

/** The maximum KB of scripts before the page is usable. */
const MAX_KB: Partial<Record<string, number>> = {
  '/': 167,
  '/work-history': 163,
  '/login': 168,
}

describe.each(weights.filter(({ page }) => page in MAX_KB))('$page', ({ page, scripts, styles }) => {
  test('loads no more scripts than allowed, and at most 16 KB of styles', () => {
    expect(scripts).toBeGreaterThan(60_000)
    expect(scripts).toBeLessThanOrEqual((MAX_KB[page] ?? 0) * 1000)
    expect(styles).toBeGreaterThan(5_000)
    expect(styles).toBeLessThanOrEqual(16_000)
  })
})

/** The chunk of a group in `vite.config.ts`. */
const groupOf = (name: string): string =>
  Object.keys(manifest).find(key => key.startsWith(`_${name}-`) && key.endsWith('.js')) ?? name

/** What every visit loads soon after its page: performance figures, stored answers, the live stream and notices. */
const AFTERWARDS = [groupOf('after-start'), groupOf('live'), 'ui/feedback/notification-list.tsx']

/** The maximum KB of scripts of a first visit to a page that people work on all day. */
const MAX_VISIT_KB: Partial<Record<string, number>> = {
  '/dashboard': 209,
  '/create-ticket': 226,
  '/service-ticket/$ticketId': 239,
  '/approval-service-ticket/$ticketId': 239,
  '/completed-service-ticket/$ticketId': 239,
  '/print/$ticketId': 208,
  '/company': 223,
  '/company/activity': 193,
  '/company/preferences': 203,
  '/company/imports': 206,
  '/company/billing': 194,
  '/register-employee': 199,
  '/profile': 205,
  '/work-history': 179,
  '/bay': 233,
  '/bay/$ticketId': 236,
  '/schedule': 189,
}

/** Of 40 requests: the others are the page, its font and icon, the live stream, a style sheet, and seven answers. */
const MAX_VISIT_SCRIPTS = 27

test.each(Object.entries(MAX_VISIT_KB))('%s: a first visit loads few and small files', (page, limit = 0) => {
  const files = filesOf('index.html', codeOf(page), ...AFTERWARDS)
  expect(files.filter(file => file.endsWith('.js')).length).toBeLessThanOrEqual(MAX_VISIT_SCRIPTS)
  expect(compressedSize(files, '.js')).toBeLessThanOrEqual(limit * 1000)
  expect(compressedSize(files, '.css')).toBeLessThanOrEqual(27_000)
})

test('every page’s module is a separate chunk, loaded by no other page', () => {
  const first = filesOf('index.html')
  const modules = [...new Set(PATHS.map(codeOf))]
  const own = modules.map(module => manifest[module]?.file ?? '')
  expect(new Set(own).size).toBe(modules.length)
  expect(own.filter(file => first.includes(file))).toEqual([])
})

test('form validation is not loaded before something is typed', () => {
  // Text that only zod contains.
  const hasZod = (file: string) => readFileSync(join(WEB, file), 'utf8').includes('invalid_union')
  const files = filesOf('index.html', ...Object.keys({ ...MAX_KB, ...MAX_VISIT_KB }).map(codeOf))
  expect(files.filter(hasZod)).toEqual([])
  expect(filesOf(codeOf('/register')).some(hasZod)).toBe(true)
})

test('a value that no schema has a sentence of its own for has one in the forms too', () => {
  const scripts = Object.values(manifest).map(({ file }) => file)
  expect(scripts.filter(file => readFileSync(join(WEB, file), 'utf8').includes('Send a list.'))).toHaveLength(
    1,
  )
})

test('the barcode reader loads only with the first scan, from this server and compressed', () => {
  const source = (files: string[]): string[] =>
    files.filter(file => file.endsWith('.js')).map(file => readFileSync(join(WEB, file), 'utf8'))
  const pages = source(filesOf('index.html', ...PATHS.map(codeOf)))
  // Text that only the dialog contains, and the reader's start.
  expect(pages.filter(text => /What the camera sees|new Worker/.test(text))).toEqual([])
  const dialog = source(filesOf('features/rigs/scan/scan-dialog.tsx')).join('\n')
  expect(dialog).toContain('What the camera sees')
  const [wasm = ''] = /assets\/zxing_reader-[\w-]+\.wasm/.exec(dialog) ?? []
  const size = readFileSync(join(WEB, wasm)).length
  for (const ending of ['.br', '.gz'])
    expect(readFileSync(join(WEB, wasm + ending)).length).toBeLessThan(size / 2)
})

describe('the bay’s service worker', () => {
  const text = readFileSync(join(WEB, 'bay-service-worker.js'), 'utf8')
  const { files }: { files: string[] } = JSON.parse(/^const BUILD = (.*)$/m.exec(text)?.[1] ?? '')
  const bay = ['/bay', '/bay/$ticketId'].map(codeOf)

  test('stores what the bay’s pages load, at once or later, its font and its icon', () => {
    const later = [...AFTERWARDS, 'bay/screens/bay-notices.tsx']
    const needed = filesOf('index.html', ...bay, ...later).map(file => `/${file}`)
    expect(needed.filter(file => !files.includes(file))).toEqual([])
    for (const pattern of [/\.woff2$/, /favicon.*\.svg$/, /^\/bay-shell$/, /^\/no-connection\.html$/])
      expect(files.some(file => pattern.test(file))).toBe(true)
  })

  test('stores no other page, nothing of another server, and at most 497 KB', () => {
    const others = PATHS.map(codeOf).filter(module => !bay.includes(module))
    const stored = others.filter(module => files.includes(`/${manifest[module]?.file}`))
    expect(stored).toEqual([])
    expect(files.filter(file => !/^\/[\w/.-]+$/.test(file))).toEqual([])
    const sizes = files.filter(file => file !== '/bay-shell').map(file => packedBytes(file))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(497_000)
  })

  test('and what it is made of are loaded by no other page', () => {
    // Text that only the code of what is stored contains.
    const isOffline = (file: string) =>
      /fetch-ahead|bay-service-worker/.test(readFileSync(join(WEB, file), 'utf8'))
    const pages = PATHS.map(codeOf)
    expect(filesOf('index.html', ...pages, ...AFTERWARDS).filter(isOffline)).toEqual([])
    expect(filesOf('bay/screens/bay-notices.tsx').some(isOffline)).toBe(true)
  })
})

test('every script and style is compressed, smaller in both formats', () => {
  for (const file of filesOf('index.html', codeOf('/'))) {
    const size = readFileSync(join(WEB, file)).length
    if (size < 512) continue
    for (const ending of ['.br', '.gz'])
      expect(readFileSync(join(WEB, file + ending)).length).toBeLessThan(size)
  }
})
