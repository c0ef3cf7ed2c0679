import '@mantine/core/styles.layer.css'
import '#web/ui/theme.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { hydrateQueries, takePrefetchedAnswers, takeStreamCursors } from '#web/api/hydrate.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { persistQueries } from '#web/api/query-persister.ts'
import { meQuery } from '#web/api/session.ts'
import { storeStreamCursors } from '#web/api/stream-cursor.ts'
import { prepareHydration } from '#web/ui/hydration.ts'
import { listenForInstallPrompt } from '#web/ui/install.ts'
import { requestIdle } from '#web/ui/request-idle.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')

// The page's security policy forbids code made from text, and the browser reports even the attempt. Said where
// zod looks for it, because zod itself comes with the first form.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

listenForInstallPrompt()

/** Lets the browser answer whoever is waiting, between one long step and the next. */
const yieldToBrowser = () => new Promise<void>(resolve => setTimeout(resolve))

async function start(element: HTMLElement): Promise<void> {
  const queries = createQueryClient()
  await yieldToBrowser()
  const answers = takePrefetchedAnswers()
  hydrateQueries(queries, answers)
  storeStreamCursors(takeStreamCursors())
  // Where it did not come with the page: asked for while the page's own code is still on its way.
  void queries.prefetchQuery(meQuery)
  await yieldToBrowser()
  const router = createAppRouter(queries)
  await yieldToBrowser()
  const startPersisting = () => persistQueries(queries, () => void router.invalidate())
  // Without the answers that it was drawn with, the browser would draw something else.
  const hydrated = answers.length === 0 ? null : prepareHydration(element)
  const app = <App queries={queries} router={router} />
  try {
    // What was seen last is there again where nothing newer came with the page; it waits no longer than nobody notices.
    if (hydrated === null) await startPersisting()
    // A router that adopts what a server drew has the same frame around it.
    else router.ssr = { manifest: undefined }
    await router.load()
  } finally {
    // As a transition: in small pieces, between which the page still answers.
    startTransition(() => {
      if (hydrated === null) createRoot(element).render(app)
      else hydrateRoot(element, app)
    })
  }
  // The server did not have it: it may come once what the server drew has been adopted.
  void hydrated?.then(startPersisting)
}

void start(root)

// Once nothing else is to do, and not at all where its code does not come: it must not slow down what it measures.
requestIdle(() =>
  import('#web/api/web-vitals.ts').then(
    ({ reportWebVitals }) => reportWebVitals(),
    () => {},
  ),
)
