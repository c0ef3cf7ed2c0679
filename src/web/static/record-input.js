// Records what is typed and pressed while the page's code is still loading; hydration replays it (web/ui/hydration.ts).
// Inlined in the page, whose security policy has its hash (server/ssr/html-template.ts).
;(() => {
  if (document.querySelector('[data-ssr]') === null) return
  // By element, in the order of their first use: the value of a field, null for a button or a form.
  const entries = new Map()
  const onInput = ({ target }) =>
    entries.set(target, /^(checkbox|radio)$/.test(target.type) ? target.checked : target.value)
  const onPress = event => {
    const pressed = event.type === 'submit' ? event.target : event.target.closest('button')
    if (pressed === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    entries.set(pressed, null)
    pressed.setAttribute('aria-busy', 'true')
  }
  const handlers = { input: onInput, click: onPress, submit: onPress }
  const record = event => {
    if (!recorder.isReplaying) handlers[event.type](event)
  }
  const recorder = {
    entries,
    isReplaying: false,
    stop: () => {
      for (const type in handlers) removeEventListener(type, record, true)
    },
  }
  for (const type in handlers) addEventListener(type, record, true)
  window.inputRecorder = recorder
})()
