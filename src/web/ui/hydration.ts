// A page comes drawn by the server, and the browser adopts what stands there (docs/decisions/016). What the two draw
// first has to be the same, down to the time of day.

/** When the drawing was made; undefined once the page is the browser's own. */
let drawnAt: Date | undefined
let adopted = (): void => {}

/** On the server: whatever is drawn from here on is of this moment. */
export function drawAt(at: Date): void {
  drawnAt = at
}

/** The time that a first drawing tells. */
export const firstNow = (): Date => drawnAt ?? new Date()

type Field = HTMLInputElement | HTMLTextAreaElement

/** What somebody signs in with is filled in by their browser, often before the page could hear of it. */
const FILLED_IN = '[autocomplete=username], [autocomplete=current-password]'

/** A browser that loads a page again puts back into its fields what stood there before, and tells nobody. */
function emptyFields(root: HTMLElement): void {
  for (const field of root.querySelectorAll<Field>(`:is(input, textarea):not(${FILLED_IN})`)) {
    if (field.value !== field.defaultValue) field.value = field.defaultValue
    if (field instanceof HTMLInputElement) field.checked = field.defaultChecked
  }
  for (const option of root.querySelectorAll('option')) {
    if (option.selected !== option.defaultSelected) option.selected = option.defaultSelected
  }
}

/** Tells the form what its browser filled in. */
function tellFilledIn(root: HTMLElement): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  for (const field of root.querySelectorAll<HTMLInputElement>(FILLED_IN)) {
    const { value, defaultValue } = field
    if (value === defaultValue) continue
    // React hears of a change from what it believes to stand there.
    field.value = defaultValue
    set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/**
 * Gives each element its own style back, which the security policy lets no answer do: it travels as rules of a style
 * element. Resolves once the page answers; null where nothing was drawn that could be adopted.
 */
export function beginAdopting(root: HTMLElement): Promise<void> | null {
  const rules = root.firstElementChild
  if (!(rules instanceof HTMLStyleElement) || rules.sheet === null) return null
  drawnAt = new Date(rules.dataset.at ?? '')
  const styles = new Map<string, string>()
  for (const rule of rules.sheet.cssRules as Iterable<CSSStyleRule> & CSSRuleList)
    styles.set(rule.selectorText, rule.style.cssText)
  for (const element of root.querySelectorAll<HTMLElement>('[data-ahead]')) {
    element.style.cssText = styles.get(`[data-ahead="${element.dataset.ahead}"]`) ?? ''
    delete element.dataset.ahead
  }
  rules.remove()
  emptyFields(root)
  return new Promise(resolve => {
    adopted = resolve
  })
}

/** From here on the page is the browser's own, and answers. */
export function endAdopting(): void {
  const root = document.querySelector<HTMLElement>('#root[data-drawn]')
  if (root === null) return
  drawnAt = undefined
  delete root.dataset.drawn
  for (const still of root.querySelectorAll('[inert=ahead]')) still.removeAttribute('inert')
  tellFilledIn(root)
  adopted()
}
