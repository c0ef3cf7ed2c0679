// A page comes drawn by the server, and the browser adopts what stands there (docs/decisions/016). What the two draw
// first has to be the same, down to the time of day.

/** When the drawing was made; undefined once the page is the browser's own. */
let renderedAt: Date | undefined
let resolveHydration = (): void => {}

/** On the server: whatever is drawn from here on is of this moment. */
export function setRenderTime(at: Date): void {
  renderedAt = at
}

/** The time that a first drawing tells. */
export const initialNow = (): Date => renderedAt ?? new Date()

type FormField = HTMLInputElement | HTMLTextAreaElement

/** What somebody signs in with is filled in by their browser, often before the page could hear of it. */
const AUTOFILLED_FIELDS = '[autocomplete=username], [autocomplete=current-password]'

/** A browser that loads a page again puts back into its fields what stood there before, and tells nobody. */
function resetFields(root: HTMLElement): void {
  for (const field of root.querySelectorAll<FormField>(`:is(input, textarea):not(${AUTOFILLED_FIELDS})`)) {
    if (field.value !== field.defaultValue) field.value = field.defaultValue
    if (field instanceof HTMLInputElement) field.checked = field.defaultChecked
  }
  for (const option of root.querySelectorAll('option')) {
    if (option.selected !== option.defaultSelected) option.selected = option.defaultSelected
  }
}

/** Tells the form what its browser filled in. */
function dispatchAutofill(root: HTMLElement): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  for (const field of root.querySelectorAll<HTMLInputElement>(AUTOFILLED_FIELDS)) {
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
export function prepareHydration(root: HTMLElement): Promise<void> | null {
  const rules = root.firstElementChild
  if (!(rules instanceof HTMLStyleElement) || rules.sheet === null) return null
  renderedAt = new Date(rules.dataset.renderedAt ?? '')
  const styles = new Map<string, string>()
  for (const rule of rules.sheet.cssRules as Iterable<CSSStyleRule> & CSSRuleList)
    styles.set(rule.selectorText, rule.style.cssText)
  for (const element of root.querySelectorAll<HTMLElement>('[data-ssr-style]')) {
    element.style.cssText = styles.get(`[data-ssr-style="${element.dataset.ssrStyle}"]`) ?? ''
    delete element.dataset.ssrStyle
  }
  rules.remove()
  resetFields(root)
  return new Promise(resolve => {
    resolveHydration = resolve
  })
}

/** From here on the page is the browser's own, and answers. */
export function completeHydration(): void {
  const root = document.querySelector<HTMLElement>('#root[data-ssr]')
  if (root === null) return
  renderedAt = undefined
  delete root.dataset.ssr
  for (const inertElement of root.querySelectorAll('[inert=ssr]')) inertElement.removeAttribute('inert')
  dispatchAutofill(root)
  resolveHydration()
}
