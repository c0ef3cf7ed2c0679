// The HTML part of an email, made from its text: the same words, with links to press.

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, sign => ESCAPES[sign] ?? sign)

/** Our own links end where the line does; a sentence's period is no part of an address. */
const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g

function linkify(line: string): string {
  let html = ''
  let end = 0
  for (const { 0: url, index } of line.matchAll(LINK)) {
    const address = escapeHtml(url)
    html += `${escapeHtml(line.slice(end, index))}<a href="${address}" style="color:#1d5c43">${address}</a>`
    end = index + url.length
  }
  return html + escapeHtml(line.slice(end))
}

const PARAGRAPH = '<p style="margin:0 0 1em;overflow-wrap:anywhere">'

/** `text` as a document of its own: paragraphs are separated by empty lines, and line ends are kept. */
export function toHtml(subject: string, text: string): string {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)
  const body = paragraphs.map(each => `${PARAGRAPH}${each.split('\n').map(linkify).join('<br>')}</p>`)
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
