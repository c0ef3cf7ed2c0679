// Runs before the first paint, so that a person who chose dark never sees a white flash.
// A file of its own because the content security policy allows no inline script.
// The key is the one in ui/color-scheme.ts.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('rigwright-color-scheme')
  } catch {
    // Storage may be blocked; the device's own setting is then the answer.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
