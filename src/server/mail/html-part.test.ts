import { expect, test } from 'vitest'
import { toHtml } from './html-part.ts'

const bodyOf = (text: string): string =>
  /<div[^>]*>\n([\s\S]*)\n<\/div>/.exec(toHtml('Ready', text))?.[1]?.replaceAll(/ style="[^"]*"/g, '') ?? ''

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
  expect(toHtml('<script>', '')).toContain('<title>&lt;script&gt;</title>')
})
