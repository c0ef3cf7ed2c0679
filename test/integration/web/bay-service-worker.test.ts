import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const SCRIPT = new URL('../../../src/web/static/bay-service-worker.js', import.meta.url)
const ORIGIN = 'https://rigwright.example'

type Asked = { readonly method?: string; readonly mode?: string; readonly url: string }

// As a browser runs it, as far as it decides without its caches.
const scope = createContext({
  self: { addEventListener: () => {} },
  location: { origin: ORIGIN },
  URL,
})
runInContext(readFileSync(SCRIPT, 'utf8').replace('files: []', "files: ['/color-scheme.js']"), scope)
const { answerKindOf } = scope as unknown as { answerKindOf: (request: Asked) => string | null }

const kindOf = (path: string, mode = 'cors', method = 'GET') =>
  answerKindOf({ method, mode, url: path.startsWith('/') ? ORIGIN + path : path })

test.each([
  ['/bay', 'bay'],
  ['/bay/', 'bay'],
  ['/bay/412873', 'bay'],
  ['/bay/412873?from=home', 'bay'],
  ['/bay/41287', 'page'],
  ['/bay/412873/more', 'page'],
  ['/bayou', 'page'],
  ['/', 'page'],
  ['/profile', 'page'],
  ['/api/images/tickets/412873/photos/x?size=large', 'page'],
  ['/api/company/export', null],
  ['/rpc/me', null],
])('opening %s gets %s', (path, kind) => {
  expect(kindOf(path, 'navigate')).toBe(kind)
})

test.each([
  ['/assets/index-abc.js', 'file'],
  ['/color-scheme.js', 'file'],
  ['/icons/icon-512.png', null],
  ['/api/images/tickets/412873/photos/x?size=small', 'photo'],
  ['/api/images/tickets/412873/rig-image?v=1', 'photo'],
  ['/api/images/tickets/412873/photos/x?size=large', null],
  ['/api/images/follow/token/photos/x?size=small', null],
  ['/api/live', null],
  ['/api/health', null],
  ['/rpc/tickets/get', null],
  ['https://tiles.example/assets/1.png', null],
])('a request for %s gets %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind)
})

test.each(['POST', 'PATCH', 'PUT', 'DELETE'])('%s always goes to the server', method => {
  for (const path of ['/bay', '/assets/index-abc.js', '/api/images/tickets/412873/photos/x', '/rpc/me'])
    for (const mode of ['cors', 'navigate']) expect(kindOf(path, mode, method)).toBeNull()
})
