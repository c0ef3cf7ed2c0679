import { expect, test } from 'vitest'
import { appLink } from './android-app-link.ts'

test('a server without https gets no app link, because the app requires https', () => {
  expect(appLink('http://rv.example')).toBeNull()
})

test('an app link keeps server and page apart', () => {
  const link = new URL(appLink('https://rv.example:8443', '/work-history?vin=1&server=x') ?? '')
  expect([link.protocol, link.host]).toEqual(['rigwright:', 'open'])
  expect([...link.searchParams]).toEqual([
    ['server', 'https://rv.example:8443'],
    ['path', '/work-history?vin=1&server=x'],
  ])
})
