import '@mantine/core/styles.layer.css'
import './ui/theme.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { answersOnPage, heardOnPage, takeUpAnswers } from './first-answers.ts'
import { takeUpHeard } from './live/heard.ts'
import { keepQueries } from './parts/kept-queries.ts'
import { openQueries } from './parts/open-queries.ts'
import { openRouter } from './routes.tsx'
import { meQuery } from './session.ts'
import { hearInstallOffer } from './ui/install.ts'
import { whenIdle } from './ui/when-idle.ts'

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
  takeUpAnswers(queries, answersOnPage())
  takeUpHeard(heardOnPage())
  // Where it did not come with the page: asked for while the page's own code is still on its way.
  void queries.prefetchQuery(meQuery)
  await breath()
  const router = openRouter(queries)
  await breath()
  try {
    // What was seen last is there again where nothing newer came with the page; it waits no longer than nobody notices.
    await keepQueries(queries, () => void router.invalidate())
    // What the server drew stays until the page itself can take its place, all of it at once.
    await router.load()
  } finally {
    // As a transition: drawn in small pieces, between which the page still answers.
    startTransition(() => createRoot(element).render(<App queries={queries} router={router} />))
  }
}

void begin(root)

// Once nothing else is to do, and not at all where its code does not come: it must not slow down what it measures.
whenIdle(() =>
  import('./vitals.ts').then(
    ({ measureVitals }) => measureVitals(),
    () => {},
  ),
)
