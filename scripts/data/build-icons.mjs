// `node scripts/data/build-icons.mjs`: renders the icons of the web client (src/web/static/icons) and of the Android app
// (apps/android/res/mipmap-*) from src/web/ui/favicon.svg.

import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const root = fileURLToPath(new URL('../..', import.meta.url))

const PINE = '#1f4d3a'
// The favicon's canvas is 32 wide; the mark itself is a little off center.
const CANVAS = 32
const MIDDLE = { x: 16.25, y: 16.375 }

/**
 * `corner`: the corner radius, in the favicon's units; 0 if the phone applies its own shape. `scale`: of the mark; a
 * maskable icon may be cut to its inner circle, four fifths of its width.
 */
const WEB = [
  { name: 'icon-192.png', size: 192, corner: 6, scale: 0.84 },
  { name: 'icon-512.png', size: 512, corner: 6, scale: 0.84 },
  { name: 'maskable-512.png', size: 512, corner: 0, scale: 0.74 },
  { name: 'apple-touch-icon.png', size: 180, corner: 0, scale: 0.8 },
]
/** For Android 7; from 8 on the phone uses `res/drawable/mark.xml` in its own shape. */
const SIZES = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }

const ICONS = [
  ...WEB.map(icon => ({ ...icon, path: join(root, 'src', 'web', 'static', 'icons', icon.name) })),
  ...Object.entries(SIZES).map(([density, size]) => ({
    name: `${density}/icon.png`,
    size,
    corner: 6,
    scale: 0.84,
    path: join(root, 'apps', 'android', 'res', `mipmap-${density}`, 'icon.png'),
  })),
]

const favicon = readFileSync(join(root, 'src', 'web', 'ui', 'favicon.svg'), 'utf8')
const mark = (favicon.match(/<path [^>]*\/>/g) ?? []).join('')

for (const { name, path, size, corner, scale } of ICONS) {
  mkdirSync(dirname(path), { recursive: true })
  const [x, y] = [CANVAS / 2 - MIDDLE.x * scale, CANVAS / 2 - MIDDLE.y * scale]
  const sign = `<rect width="${CANVAS}" height="${CANVAS}" rx="${corner}" fill="${PINE}"/>`
  const drawn = `<g transform="translate(${x} ${y}) scale(${scale})">${mark}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${CANVAS} ${CANVAS}">${sign}${drawn}</svg>`
  const { size: bytes } = await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 64, compressionLevel: 9, effort: 10 })
    .toFile(path)
  console.log(`${name}: ${bytes} bytes`)
}
