import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { isLongRound } from '../../support/test-round.ts'

const { resolve } = createRequire(import.meta.url)
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

/** axe-core's serious and critical violations, as one line each; `rules` are all, or these only. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Playwright evaluates outside the page's content policy, which stays unchanged.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const results = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`))
}

/** Waits until axe finds no serious violation: components take a moment to change their colors. */
export const expectNoViolations = (page: Page, name?: string, rules?: Parameters<typeof violations>[1]) =>
  expect.poll(() => violations(page, rules), name).toEqual([])

/** Checks a page for narrow screens and for serious violations, the colors in light and in a long round in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  await expectNoViolations(page, pathname)
  expect(await horizontalOverflow(page), `${pathname} scrolls sideways`).toEqual([])
  if (!isLongRound) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, `${pathname} in dark`, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
}

// Fonts differ between machines, so the tests use their own font, wider than any on phones.
const ROBOTO = Object.entries({ '100 550': 'Roboto-Regular', '551 900': 'Roboto-Medium' }).map(
  ([weight, name]) => ({
    weight,
    data: readFileSync(resolve(`pdfmake/fonts/Roboto/${name}.ttf`)).toString('base64'),
  }),
)

const SAMPLE = 'The quick brown fox jumps over the lazy dog. ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789'
/** The width of the sample in Arial and Arial Bold, in em: the sum of the advances in Adobe's Helvetica AFM files. */
const ARIAL = { plain: 43.793, bold: 45.677 }
const SPACES = 0.12 * SAMPLE.length

const WIDE = '*, ::before, ::after { font-family: "Wide" !important }'
/** Success criterion 1.4.12 of WCAG 2.2. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

type Widths = typeof ARIAL
type Look = { readonly name: string; readonly css: string; least(own: Widths, weight: keyof Widths): number }

const LOOKS: readonly Look[] = [
  { name: 'as it is', css: '', least: () => 0 },
  { name: 'in a wide face', css: WIDE, least: (_, weight) => 1.2 * ARIAL[weight] },
  { name: 'with spaced text', css: SPACED, least: (own, weight) => own[weight] + SPACES },
  {
    name: 'in a wide face with spaced text',
    css: WIDE + SPACED,
    least: (_, weight) => 1.2 * ARIAL[weight] + SPACES,
  },
]

/** The styles in which the page is wider than the window, or a button's words are cut, with the elements, a line each. */
export async function horizontalOverflow(page: Page): Promise<string[]> {
  const styles = LOOKS.map(({ css }) => css)
  // Once per page: they are half a megabyte.
  const hasFont = await page.evaluate(() => [...document.fonts].some(({ family }) => family === 'Wide'))
  const measured = await page.evaluate(measure, { styles, fonts: hasFont ? [] : ROBOTO, sample: SAMPLE })
  return LOOKS.flatMap(({ name, least }, at) => {
    const { over, element, cut, em } = measured[at] as Measured
    for (const weight of ['plain', 'bold'] as const) {
      const awaited = least((measured[0] as Measured).em, weight)
      if (em[weight] < awaited)
        throw new Error(`Text ${name} is ${em[weight]} em wide, not ${awaited}: it was not set so.`)
    }
    return [
      ...(over > 0 ? [`${name}: ${over} px, ${element}`] : []),
      ...cut.map(text => `${name}: ${text} is cut`),
    ]
  })
}

type Measured = {
  readonly over: number
  readonly element: string | undefined
  /** The words of buttons that are not shown whole. */
  readonly cut: readonly string[]
  readonly em: Widths
}
type Task = { readonly styles: readonly string[]; readonly fonts: typeof ROBOTO; readonly sample: string }

/** Runs in the page, which has each style only during its measurement. */
async function measure({ styles, fonts, sample }: Task): Promise<Measured[]> {
  for (const { weight, data } of fonts) {
    const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0))
    const face = new FontFace('Wide', bytes, { weight, sizeAdjust: '128%' } as FontFaceDescriptors)
    document.fonts.add(await face.load())
  }
  const widthIn = (weight: number): number => {
    const probe = document.createElement('span')
    probe.textContent = sample
    probe.style.cssText = `position: fixed; white-space: nowrap; font-size: 100px; font-weight: ${weight}`
    document.body.append(probe)
    const { width } = probe.getBoundingClientRect()
    probe.remove()
    return width / 100
  }
  const frame = () => new Promise(drawn => requestAnimationFrame(drawn))
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  const measured: Measured[] = []
  for (const css of styles) {
    sheet.replaceSync(css)
    const em = { plain: widthIn(400), bold: widthIn(700) }
    // Elements that measure themselves are redrawn one frame later.
    await frame()
    await frame()
    const { clientWidth, scrollWidth } = document.documentElement
    const over = scrollWidth - clientWidth
    const ends = over > 0 ? [...document.body.querySelectorAll('*')] : []
    const widest = ends
      .map(element => ({ element, right: element.getBoundingClientRect().right }))
      .sort((one, other) => one.right - other.right)
      .at(-1)
    // Not the names that a card or row is a button for.
    const cut = [...document.body.querySelectorAll<HTMLElement>('.mantine-Button-label')]
      .filter(({ clientWidth, scrollWidth: needed }) => needed > clientWidth + 1)
      .map(label => label.innerText)
    measured.push({ over, element: widest?.element.outerHTML.slice(0, 300), cut, em })
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
  await frame()
  return measured
}
