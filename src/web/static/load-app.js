// Loads the page's scripts after the first paint, so that they do not compete with it for bandwidth and CPU. Inlined
// in the page, whose security policy has its hash (server/ssr/html-template.ts).
;(() => {
  const AT_ONCE = 2
  const { entry, page } = document.currentScript.dataset
  let isFetched = false
  const fetchAll = () => {
    if (isFetched) return
    isFetched = true
    // Each runs in its own task, in order: in between the page can respond.
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
  // A few at a time: each takes a moment, and together they would block the page.
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
  // Without rendered HTML or in a hidden tab there is no paint to wait for; and some browsers report none.
  const isSeen = document.visibilityState === 'visible' && document.querySelector('[data-ssr]') !== null
  if (!isSeen || !PerformanceObserver.supportedEntryTypes?.includes('paint')) return fetchAll()
  new PerformanceObserver(fetchAll).observe({ type: 'paint', buffered: true })
  setTimeout(fetchAll, 2000)
})()
