import '@mantine/core/styles.layer.css'
import '#web/ui/theme.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { answersOnPage, heardOnPage, takeUpAnswers } from '#web/api/hydrate.ts'
import { takeUpHeard } from '#web/api/live/stream-cursor.ts'
import { openQueries } from '#web/api/query-client.ts'
import { keepQueries } from '#web/api/query-persister.ts'
import { meQuery } from '#web/api/session.ts'
import { beginAdopting } from '#web/ui/hydration.ts'
import { hearInstallOffer } from '#web/ui/install.ts'
import { whenIdle } from '#web/ui/request-idle.ts'
import { App } from './app.tsx'
import { openRouter } from './router.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')

// The page's security policy forbids code made from text, and the browser reports even the attempt. Said where
// zod looks for it, because zod itself comes with the first form.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

hearInstallOffer()

/** Lets the browser answer whoever is waiting, between one long step and the next. */
const breath = () => new Promise<void>(resolve => setTimeout(resolve))

async function begin(element: HTMLElement): Promise<void> {
  const queries = openQueries()
  await breath()
  const answers = answersOnPage()
  takeUpAnswers(queries, answers)
  takeUpHeard(heardOnPage())
  // Where it did not come with the page: asked for while the page's own code is still on its way.
  void queries.prefetchQuery(meQuery)
  await breath()
  const router = openRouter(queries)
  await breath()
  const keep = () => keepQueries(queries, () => void router.invalidate())
  // Without the answers that it was drawn with, the browser would draw something else.
  const adopted = answers.length === 0 ? null : beginAdopting(element)
  const app = <App queries={queries} router={router} />
  try {
    // What was seen last is there again where nothing newer came with the page; it waits no longer than nobody notices.
    if (adopted === null) await keep()
    // A router that adopts what a server drew has the same frame around it.
    else router.ssr = { manifest: undefined }
    await router.load()
  } finally {
    // As a transition: in small pieces, between which the page still answers.
    startTransition(() => {
      if (adopted === null) createRoot(element).render(app)
      else hydrateRoot(element, app)
    })
  }
  // The server did not have it: it may come once what the server drew has been adopted.
  void adopted?.then(keep)
}

void begin(root)

// Once nothing else is to do, and not at all where its code does not come: it must not slow down what it measures.
whenIdle(() =>
  import('#web/api/web-vitals.ts').then(
    ({ measureVitals }) => measureVitals(),
    () => {},
  ),
)
