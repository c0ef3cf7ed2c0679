import '@mantine/core/styles.layer.css'
import '#web/ui/theme.css'
// On nearly every page: in the first file, so that Login needs no other for them.
import '#web/ui/buttons/primary-button.tsx'
import '#web/ui/ignore-double-click.ts'
import '#web/ui/layout/panel.tsx'
import '#web/ui/use-needs-https.ts'
import { startTransition } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { hydrateQueries, takePrefetchedAnswers, takeStreamCursors } from '#web/api/hydrate-queries.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { meQuery } from '#web/api/session.ts'
import { storeStreamCursors } from '#web/api/stream-cursor.ts'
import { showUnhandledErrors } from '#web/ui/feedback/unhandled-errors.ts'
import { prepareHydration } from '#web/ui/hydration.ts'
import { listenForInstallPrompt } from '#web/ui/install-prompt.ts'
import { requestIdle, yieldToBrowser } from '#web/ui/request-idle.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')

// The security policy forbids `eval`, and the browser reports even an attempt. Set where zod reads it, because zod
// itself is loaded with the first form.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

showUnhandledErrors()
listenForInstallPrompt()

const ROOT_OPTIONS: RootOptions = {
  // React has rendered it again, so it is no error to show.
  // biome-ignore lint/suspicious/noConsole: where a developer, and each browser test, looks for it
  onRecoverableError: error => console.error(error),
}

async function start(element: HTMLElement): Promise<void> {
  const queries = createQueryClient()
  await yieldToBrowser()
  const answers = takePrefetchedAnswers()
  hydrateQueries(queries, answers)
  storeStreamCursors(takeStreamCursors())
  // The bay's shell has only what is stored on this device.
  const stored =
    'shell' in element.dataset
      ? await (await import('#web/bay/stored-bay.ts')).openStoredBay(queries)
      : undefined
  // If it was not embedded: requested while the page's code is loading.
  void queries.prefetchQuery(meQuery)
  await yieldToBrowser()
  const router = createAppRouter(queries)
  await yieldToBrowser()
  const startPersisting = () =>
    import('#web/api/query-persister.ts').then(
      ({ persistQueries }) => persistQueries(queries, () => void router.invalidate(), stored),
      // Without its code every visit is like the first.
      () => {},
    )
  // Without the embedded answers, the browser would render something else.
  const hydrated = answers.length === 0 ? null : prepareHydration(element)
  await yieldToBrowser()
  const app = <App queries={queries} router={router} />
  try {
    // Cached answers are restored if the page has none; this is too fast to notice.
    if (hydrated === null) await startPersisting()
    // A router that hydrates has the same structure around it.
    else router.ssr = { manifest: undefined }
    await router.load()
    router.update({ ...router.options, context: { queries, isStarted: true } })
  } finally {
    // As a transition: in small steps, between which the page responds.
    startTransition(() => {
      if (hydrated === null) createRoot(element, ROOT_OPTIONS).render(app)
      else hydrateRoot(element, app, ROOT_OPTIONS)
    })
  }
  // The server has no cache: it may be restored after hydration.
  void hydrated?.then(startPersisting)
}

void start(root)

// When idle, and not at all if its code cannot be loaded: it must not slow down what it measures.
requestIdle(() =>
  import('#web/api/web-vitals.ts').then(
    ({ reportWebVitals }) => reportWebVitals(),
    () => {},
  ),
)
