// Pages are rendered by the server and hydrated by the browser (docs/adr/016). The first render of both must be the
// same, including the time.

import { yieldToBrowser } from './yield-to-browser.ts'

/** The time of the server's rendering; undefined after hydration. */
let renderedAt: Date | undefined
let resolveHydration = (): void => {}

/** On the server: sets the time for rendering. */
export function setRenderTime(at: Date): void {
  renderedAt = at
}

/** The time for the first render. */
export const initialNow = (): Date => renderedAt ?? new Date()

type FormField = HTMLInputElement | HTMLTextAreaElement

/** What was typed and pressed before the page's code listened (web/static/record-input.js). */
type InputRecorder = {
  /** A field's text or whether it is checked; null for a button or a form. */
  readonly entries: ReadonlyMap<Element, string | boolean | null>
  isReplaying: boolean
  readonly stop: () => void
}

const inputRecorder = (): InputRecorder | undefined =>
  (globalThis as { inputRecorder?: InputRecorder }).inputRecorder

/** Login fields are autofilled by the browser, often before hydration. */
const AUTOFILLED_FIELDS = '[autocomplete=username], [autocomplete=current-password]'

/** A browser restores field values on a reload without any event. */
function resetFields(root: HTMLElement): void {
  const typed = inputRecorder()?.entries
  for (const field of root.querySelectorAll<FormField>(`:is(input, textarea):not(${AUTOFILLED_FIELDS})`)) {
    if (typed?.has(field)) continue
    if (field.value !== field.defaultValue) field.value = field.defaultValue
    if (field instanceof HTMLInputElement) field.checked = field.defaultChecked
  }
  for (const option of root.querySelectorAll('option')) {
    if (typed?.has(option.closest('select') ?? option)) continue
    if (option.selected !== option.defaultSelected) option.selected = option.defaultSelected
  }
}

/** Tells the form about text that it does not know. */
function dispatchText(field: FormField, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  // React detects changes by comparing with the last known value.
  field.value = field.defaultValue
  set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function replay(element: Element, value: string | boolean | null): void {
  element.removeAttribute('aria-busy')
  if (element instanceof HTMLFormElement) element.requestSubmit()
  else if (element instanceof HTMLButtonElement) element.click()
  else if (element instanceof HTMLSelectElement) {
    element.value = String(value)
    element.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (element instanceof HTMLInputElement && typeof value === 'boolean') {
    element.checked = !value
    element.click()
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    dispatchText(element, String(value))
}

/** Does what was typed and pressed before hydration. Each in its own task, so that a press finds the text before it. */
async function replayInput(root: HTMLElement): Promise<void> {
  const recorder = inputRecorder()
  for (const field of root.querySelectorAll<HTMLInputElement>(AUTOFILLED_FIELDS))
    if (field.value !== field.defaultValue && !recorder?.entries.has(field)) dispatchText(field, field.value)
  if (recorder === undefined) return
  // What is typed or pressed meanwhile is recorded too.
  for (const [element, value] of recorder.entries) {
    recorder.isReplaying = true
    // React renders again where the browser's page differs from the server's.
    if (element.isConnected) replay(element, value)
    recorder.isReplaying = false
    await yieldToBrowser()
  }
  recorder.stop()
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
  void replayInput(root)
  resolveHydration()
}
