// The two parts of an email, made from its text. Companies and customers type parts of it, so only addresses of our own
// pages are links.

import { withoutLinks } from '#domain/lib/web-address.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, sign => ESCAPES[sign] ?? sign)

/** A link ends where the line does; a sentence's period is no part of an address. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g

// Mail programs disagree about where other characters end an address.
const PLAIN_PATH = /^[\w/.~%?&=#+-]*$/

/** Whether it is the address of one of our own pages, all of which begin with `origin`. */
const isOwn = (link: string, origin: string): boolean =>
  link === origin || (link.startsWith(`${origin}/`) && PLAIN_PATH.test(link.slice(origin.length)))

/** Pieces of a text, as `{ text }`, and the links to our own pages between them, as `{ link }`. */
function* piecesOf(text: string, origin: string): Generator<{ text: string } | { link: string }> {
  let end = 0
  for (const { 0: link, index } of text.matchAll(LINK)) {
    if (!isOwn(link, origin)) continue
    yield { text: text.slice(end, index) }
    yield { link }
    end = index + link.length
  }
  yield { text: text.slice(end) }
}

/** The plain part of an email: people type its text, and mail programs make links of every address but ours. */
export const toPlainText = (text: string, origin: string): string =>
  [...piecesOf(text, origin)].map(piece => ('link' in piece ? piece.link : withoutLinks(piece.text))).join('')

const linkify = (line: string, origin: string): string =>
  [...piecesOf(line, origin)]
    .map(piece => {
      if ('text' in piece) return escapeHtml(withoutLinks(piece.text))
      const address = escapeHtml(piece.link)
      return `<a href="${address}" style="color:#1d5c43">${address}</a>`
    })
    .join('')

const PARAGRAPH = '<p style="margin:0 0 1em;overflow-wrap:anywhere">'

/**
 * `text` as a document of its own: paragraphs are separated by empty lines, and line ends are kept. Only addresses that
 * begin with `origin` are links.
 */
export function toHtml(subject: string, text: string, origin: string): string {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)
  const body = paragraphs.map(
    each =>
      `${PARAGRAPH}${each
        .split('\n')
        .map(line => linkify(line, origin))
        .join('<br>')}</p>`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:36em;margin:0 auto">
${body.join('\n')}
</div>
</body>
</html>
`
}
