// Runs before the first paint, so that dark mode shows no white flash.
// Inlined in the page, whose security policy has its hash (server/ssr/html-template.ts).
// The key is the one in ui/color-scheme.ts.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('rigwright-color-scheme')
  } catch {
    // Storage may be blocked; then the device's setting applies.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
