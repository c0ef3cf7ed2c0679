// Pages are rendered by the server and hydrated by the browser (docs/adr/016). The first render of both must be the
// same, including the time.

/** The time of the server's rendering; undefined after hydration. */
let renderedAt: Date | undefined
let resolveHydration = (): void => {}

/** On the server: sets the time for rendering. */
export function setRenderTime(at: Date): void {
  renderedAt = at
}

/** The time for the first render. */
export const initialNow = (): Date => renderedAt ?? new Date()

/** Has what was typed and tapped before the page's code listened (web/static/record-input.js). */
type InputRecorder = {
  readonly holds: (field: Element) => boolean
  readonly replay: () => Promise<void>
}

const { inputRecorder } = globalThis as { inputRecorder?: InputRecorder }

/** A browser restores field values on a reload without any event. */
function resetFields(root: HTMLElement): void {
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (inputRecorder?.holds(field)) continue
    if (field.value !== field.defaultValue) field.value = field.defaultValue
    if (field instanceof HTMLInputElement) field.checked = field.defaultChecked
  }
  for (const option of root.querySelectorAll('option')) {
    if (inputRecorder?.holds(option.closest('select') ?? option)) continue
    if (option.selected !== option.defaultSelected) option.selected = option.defaultSelected
  }
}

/**
 * Restores each element's style attribute, which the security policy forbids in HTML: styles are sent as rules of a
 * style element. Resolves after hydration; null if there is nothing to hydrate.
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

/** Called when hydration is complete. */
export function completeHydration(): void {
  const root = document.querySelector<HTMLElement>('#root[data-ssr]')
  if (root === null) return
  renderedAt = undefined
  delete root.dataset.ssr
  void inputRecorder?.replay()
  resolveHydration()
}
