import { describe, expect, test } from 'vitest'
import { cspSourceOf, isTileUrl } from './map-tiles.ts'

describe('TILE_URL', () => {
  test.each([
    '',
    'tiles.example/{z}/{x}/{y}.png',
    'ftp://tiles.example/{z}/{x}/{y}.png',
    'https://tiles.example/{z}/{x}.png',
    'https://tiles.example/{z}/{z}/{x}/{y}.png',
    "https://tiles.example/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
    'https://tiles.example,evil.example/{z}/{x}/{y}.png',
    'https://me:secret@tiles.example/{z}/{x}/{y}.png',
    'https://{z}.tiles.example/{x}/{y}.png',
    'https://tiles.{s}.example/{z}/{x}/{y}.png',
    'https://*/{z}/{x}/{y}.png',
  ])('is not %j', url => {
    expect(isTileUrl(url)).toBe(false)
  })

  test.each([
    ['https://tiles.example/{z}/{x}/{y}.png', 'https://tiles.example'],
    ['https://{s}.tiles.example/{z}/{x}/{y}{r}.png?key=1', 'https://*.tiles.example'],
    ['http://127.0.0.1:8080/osm/{z}/{x}/{y}.png', 'http://127.0.0.1:8080'],
  ])('is %j, and allows images from %j', (url, source) => {
    expect(isTileUrl(url)).toBe(true)
    expect(cspSourceOf({ url, attribution: '' })).toBe(source)
  })
})
