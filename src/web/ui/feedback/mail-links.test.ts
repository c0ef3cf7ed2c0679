import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MailLinks, mailtoOf } from './mail-links.tsx'

const markupOf = (text: string): string => renderToStaticMarkup(createElement(MailLinks, { text }))

test('an address in a sentence is a link, and the words stay the same', () => {
  const markup = markupOf('Write to hello@rigwright.example. Or <b>maya+1@a-b.example</b>?')
  expect(markup).toContain('<a href="mailto:hello@rigwright.example">hello@rigwright.example</a>')
  expect(markup).toContain('<a href="mailto:maya%2B1@a-b.example">maya+1@a-b.example</a>')
  expect(markup.replace(/<[^>]+>/g, '')).toBe(
    'Write to hello@rigwright.example. Or &lt;b&gt;maya+1@a-b.example&lt;/b&gt;?',
  )
})

test('a sentence without one has no link', () => {
  expect(markupOf('Part due @ noon.')).not.toContain('<a')
})

test('a link writes to the whole address, whatever it has', () => {
  expect(mailtoOf('r&d?cc=eve@shop.example')).toBe('mailto:r%26d%3Fcc%3Deve@shop.example')
})
