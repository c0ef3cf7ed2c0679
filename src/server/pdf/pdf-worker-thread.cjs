// Runs in its own thread (pdf-worker.ts): renders a document, loads the library or lists the characters of its font, for each message.
// Without network access; the font is the only file it reads.

const { createRequire } = require('node:module')
const { parentPort, workerData } = require('node:worker_threads')

const { library, ruleColor } = workerData
const requireOfLibrary = createRequire(library)

const { normal, bold } = requireOfLibrary('pdfmake/fonts/Roboto.js').Roboto

/** @returns {number[]} */
function codePointsOfFont() {
  // The same font parser as the library's.
  const { openSync } = createRequire(requireOfLibrary.resolve('pdfkit'))('fontkit')
  const inBold = new Set(openSync(bold).characterSet)
  return openSync(normal).characterSet.filter((/** @type {number} */ codePoint) => inBold.has(codePoint))
}

/** A thin line below each row. */
const ruled = {
  hLineWidth: (/** @type {number} */ line) => (line === 0 ? 0 : 0.75),
  vLineWidth: () => 0,
  hLineColor: () => ruleColor,
  paddingLeft: () => 4,
  paddingRight: () => 4,
  paddingTop: () => 4,
  paddingBottom: () => 3,
}

/** @param {import('./theme.ts').PdfDefinition} document */
function render({ runningHeader, pageNumber, ...definition }) {
  const pdfmake = requireOfLibrary('pdfmake')
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((/** @type {string} */ path) => path === normal || path === bold)
  pdfmake.setFonts({ Roboto: { normal, bold } })
  pdfmake.setTableLayouts({ ruled })
  /** @type {import('pdfmake/interfaces.js').TDocumentDefinitions} */
  const fullDefinition = {
    ...definition,
    header: page => (page === 1 ? null : runningHeader),
    footer: (page, pages) => ({ ...pageNumber, text: `Page ${page} of ${pages}` }),
    // A heading never ends a page.
    pageBreakBefore: ({ headlineLevel }, nodes) =>
      headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
  }
  return pdfmake.createPdf(fullDefinition).getBuffer()
}

/** @param {import('./theme.ts').PdfDefinition | 'font' | 'library'} definition */
async function answer(definition) {
  if (definition === 'font') return { codePoints: codePointsOfFont() }
  if (definition === 'library') {
    requireOfLibrary('pdfmake')
    return { isLoaded: true }
  }
  return { bytes: new Uint8Array(await render(definition)) }
}

parentPort?.on('message', definition =>
  answer(definition).then(
    result => parentPort?.postMessage(result),
    error => parentPort?.postMessage({ error: String(error?.stack ?? error) }),
  ),
)
