// Records what is typed and tapped while the page's code is still loading, and does it once hydration is complete
// (web/ui/hydration.ts). Inlined in the page, whose security policy has its hash (server/ssr/html-template.ts).
;(() => {
  const root = document.querySelector('[data-ssr]')
  if (root === null) return
  // Login fields are filled in by the browser, often before hydration and without an event.
  const AUTOFILLED_FIELDS = '[autocomplete=username], [autocomplete=current-password]'
  // By element, in the order of their first use: the value of a field, null for a button or a form.
  const entries = new Map()
  let isReplaying = false
  const onInput = ({ target }) =>
    entries.set(target, /^(checkbox|radio)$/.test(target.type) ? target.checked : target.value)
  const onPress = event => {
    const tapped = event.type === 'submit' ? event.target : event.target.closest('button')
    if (tapped === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    entries.set(tapped, null)
    tapped.setAttribute('aria-busy', 'true')
  }
  const handlers = { input: onInput, click: onPress, submit: onPress }
  const record = event => {
    if (!isReplaying) handlers[event.type](event)
  }
  for (const type in handlers) addEventListener(type, record, true)

  const dispatchValue = (field, value) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
    // React detects changes by comparing with the last known value.
    field.value = field.defaultValue
    set.call(field, value)
    // A select tells of the second.
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
  }
  const perform = (element, value) => {
    isReplaying = true
    element.removeAttribute('aria-busy')
    if (typeof value === 'string') dispatchValue(element, value)
    else if (element instanceof HTMLFormElement) element.requestSubmit()
    else {
      if (value !== null) element.checked = !value
      element.click()
    }
    isReplaying = false
  }
  window.inputRecorder = {
    holds: field => entries.has(field) || field.matches(AUTOFILLED_FIELDS),
    // What is typed or tapped meanwhile is recorded too. Each is done in its own task, so that a tap finds the text
    // before it. React renders again where the browser's page differs from the server's: such elements are gone.
    replay: async () => {
      for (const field of root.querySelectorAll(AUTOFILLED_FIELDS))
        if (field.value !== field.defaultValue && !entries.has(field)) perform(field, field.value)
      for (const [element, value] of entries) {
        if (element.isConnected) perform(element, value)
        await new Promise(resolve => setTimeout(resolve))
      }
      for (const type in handlers) removeEventListener(type, record, true)
    },
  }
})()
