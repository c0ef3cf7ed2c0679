// Fetches the program of the page once what the server drew is on the screen: before that, the two would share the
// line and the processor. In the page itself, whose security policy knows its hash (server/pages/frame.ts).
;(() => {
  const [first, ...others] = document.currentScript.dataset.files.split(' ')
  const fetchAll = () => {
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = first
    document.head.append(script)
    for (const file of others) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = file
      document.head.append(link)
    }
  }
  // Where nothing was drawn or nobody looks, no paint comes to wait for.
  const isSeen = document.visibilityState === 'visible' && document.querySelector('[data-drawn]') !== null
  if (isSeen) requestAnimationFrame(() => setTimeout(fetchAll))
  else fetchAll()
})()
