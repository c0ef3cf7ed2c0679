import { expect, test } from 'vitest'
import { appLink } from './android-app.ts'

test('a server without https gets no link, for the app would not take it', () => {
  expect(appLink('http://rv.example')).toBeNull()
})

test('a link names the server and the page, so that neither can be read as the other', () => {
  const link = new URL(appLink('https://rv.example:8443', '/work-history?vin=1&server=x') ?? '')
  expect([link.protocol, link.host]).toEqual(['rigwright:', 'open'])
  expect([...link.searchParams]).toEqual([
    ['server', 'https://rv.example:8443'],
    ['path', '/work-history?vin=1&server=x'],
  ])
})
