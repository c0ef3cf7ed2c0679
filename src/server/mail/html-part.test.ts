import { expect, test } from 'vitest'
import { toHtml, toPlainText } from './html-part.ts'

const bodyOf = (text: string): string =>
  /<div[^>]*>\n([\s\S]*)\n<\/div>/
    .exec(toHtml('Ready', text, 'https://a.example'))?.[1]
    ?.replaceAll(/ style="[^"]*"/g, '') ?? ''

test.each([
  ['Hello June,\n\nIt is ready.\n', '<p>Hello June,</p>\n<p>It is ready.</p>'],
  ['Bluebonnet RV\n(574) 555-0142\n', '<p>Bluebonnet RV<br>(574) 555-0142</p>'],
  [
    'See https://a.example/follow/x?y=1&z=2.\n',
    '<p>See <a href="https://a.example/follow/x?y=1&amp;z=2">https://a.example/follow/x?y=1&amp;z=2</a>.</p>',
  ],
  ['<b>full</b> & "busy"', '<p>&lt;b&gt;full&lt;/b&gt; &amp; &quot;busy&quot;</p>'],
  [
    'https://a.example/"onclick="x',
    '<p><a href="https://a.example/">https://a.example/</a>&quot;onclick=&quot;x</p>',
  ],
])('%j becomes HTML with the same words', (text, html) => {
  expect(bodyOf(text)).toBe(html)
})

test('the subject cannot add markup', () => {
  expect(toHtml('<script>', '', 'https://a.example')).toContain('<title>&lt;script&gt;</title>')
})

const ATTEMPTS = [
  'https://evil.example/pay',
  'http://a.example/pay',
  'https://a.example.evil.example/pay',
  'https://a.example:8443/pay',
  'https://a.example@evil.example/pay',
  'https://a.example/\\@evil.example',
  'https://a.example/x@evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'www.evil.example',
  'evil.example/pay',
]

test.each(ATTEMPTS)('%j, as a company types it, is no link in either part', typed => {
  expect(toHtml('Ready', typed, 'https://a.example')).not.toContain('<a ')
  expect(toPlainText(typed, 'https://a.example')).not.toMatch(/:\/\/|\w\.\w/)
})

test('the plain part is the text itself, with our own links unchanged', () => {
  const own = 'Hello June,\n\nhttps://a.example/follow/x_-.y?z=1\n\nOr call (574) 555-0142: $1,234.50.\n'
  expect(toPlainText(own, 'https://a.example')).toBe(own)
  expect(toPlainText('Pay CampersInn.com: https://a.example/pay', 'https://a.example')).toBe(
    'Pay CampersInn.\u2060com: https://a.example/pay',
  )
})
