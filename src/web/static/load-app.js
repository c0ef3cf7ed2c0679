// Fetches the program of the page once what the server drew is on the screen: before that, the two would share the
// line and the processor. In the page itself, whose security policy knows its hash (server/ssr/html-template.ts).
;(() => {
  const AT_ONCE = 2
  const { entry, page } = document.currentScript.dataset
  let isFetched = false
  const fetchAll = () => {
    if (isFetched) return
    isFetched = true
    // Each runs in a turn of its own, after the one before it: between them the page can answer.
    for (const file of entry.split(' ')) {
      const script = document.createElement('script')
      script.type = 'module'
      script.crossOrigin = ''
      script.async = false
      script.src = file
      document.head.append(script)
    }
    if (page !== '') setTimeout(() => fetchSome(page.split(' ')))
  }
  // A few at a time: each takes the browser a moment, and together they would keep the page from answering.
  const fetchSome = files => {
    for (const file of files.slice(0, AT_ONCE)) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = file
      document.head.append(link)
    }
    if (files.length > AT_ONCE) setTimeout(() => fetchSome(files.slice(AT_ONCE)))
  }
  // Where nothing was drawn or nobody looks, no paint comes to wait for; and a browser may tell of none.
  const isSeen = document.visibilityState === 'visible' && document.querySelector('[data-ssr]') !== null
  if (!isSeen || !PerformanceObserver.supportedEntryTypes?.includes('paint')) return fetchAll()
  new PerformanceObserver(fetchAll).observe({ type: 'paint', buffered: true })
  setTimeout(fetchAll, 2000)
})()
