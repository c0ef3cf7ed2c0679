import { describe, expect, test } from 'vitest'
import { hasWebAddress, withoutLinks, withoutWebAddress } from './web-address.ts'

describe('a name', () => {
  test.each([
    'St. John’s RV',
    'A.B. Smith',
    'CampersInn.com',
    'Sales/Service RV',
    'Smith & Sons d.b.a./RV',
    'J.R. Hall, Jr./Sr.',
    'Awww. RV',
    'WWW RV',
    'Park: the best',
    'javascript:alert(1)',
    '../../etc/passwd',
    '',
  ])('%j has no web address', name => {
    expect(hasWebAddress(name)).toBe(false)
    expect(withoutWebAddress(name)).toBe(name)
  })

  test.each([
    ['http://evil.example/pay', 'evil.example pay'],
    ['Your RV: HTTPS://evil.example', 'Your RV: evil.example'],
    ['www.evil.example', 'evil.example'],
    ['Pay at WWW.EVIL.example now', 'Pay at EVIL.example now'],
    ['evil.example/x', 'evil.example x'],
    ['bücher.example:8080//x', 'bücher.example:8080 x'],
    ['a ://b', 'a b'],
  ])('%j has one', (name, left) => {
    expect(hasWebAddress(name)).toBe(true)
    expect(withoutWebAddress(name)).toBe(left)
    expect(hasWebAddress(left)).toBe(false)
  })
})

describe('text without links', () => {
  test.each([
    ['https://evil.example/x', 'https:\u2060//evil.\u2060example/x'],
    ['see www.evil.example.', 'see www.\u2060evil.\u2060example.'],
    ['CampersInn.com', 'CampersInn.\u2060com'],
    ['a@evil.example/x', 'a@evil.\u2060example/x'],
    ['Write to june.park@mail.example, or call.', 'Write to june.park@mail.example, or call.'],
    ['It costs $1,234.50. Call A.B. Smith.', 'It costs $1,234.50. Call A.B. Smith.'],
  ])('%j looks the same', (text, expected) => {
    expect(withoutLinks(text)).toBe(expected)
    expect(withoutLinks(text).replaceAll('\u2060', '')).toBe(text)
  })
})

test.each(['x', '/', '.', 'a.', '@', 'a@', 'a.bc/', ':', '1'])('a long text of %j is read at once', part => {
  const text = part.repeat(100_000 / part.length)
  const startedAt = performance.now()
  hasWebAddress(text)
  withoutLinks(text)
  // A pattern that starts again at each character would take half a minute.
  expect(performance.now() - startedAt).toBeLessThan(5000)
})
