// A page on its way out: the one frame of the build, with this page's words, styles and first answers in it.

import { createHash } from 'node:crypto'
import type { Live } from '#server/live/change-feed.ts'
import type { RequestContext } from '#server/rpc/procedures.ts'
import type { Frame } from './html-template.ts'
import { headOf, tagsOf } from './meta-tags.ts'
import { findPage, type Page, questionsOf } from './page-manifest.ts'
import { blockOf, type FirstAnswer, firstAnswers } from './prefetch.ts'
import { openDrawing } from './renderer.ts'
import { type Heard, heardBefore } from './stream-cursors.ts'
import { readBuilt } from './vite-manifest.ts'

export type PageAnswer = {
  readonly html: string
  readonly status: 200 | 404
  /** The pattern of its address, for the log. */
  readonly place: string
  /** Whether it says something that is not for everybody. */
  readonly isPersonal: boolean
}

export type PageOptions = {
  /** Where the built web lies, and its frame. */
  readonly folder: string
  readonly frame: Frame
  /** Where people reach the product. */
  readonly url: () => string
  readonly log: (fault: unknown) => void
}

/** How long a page waits for its answers, in milliseconds. It can be sent without, and asks by itself. */
const PATIENCE_MS = 1500

type Told = Pick<PageAnswer, 'isPersonal'> & {
  readonly answers: readonly FirstAnswer[]
  readonly heard: readonly Heard[]
  /** Whether everything was answered that the page asks. */
  readonly isWhole: boolean
  /** Whether what the page is of is not there. */
  readonly isMissing: boolean
}

const NOTHING: Told = { answers: [], heard: [], isPersonal: false, isWhole: false, isMissing: false }

/** Who asks, and how far a live stream has come. */
export type Asking = {
  readonly asking: () => Promise<RequestContext>
  readonly versionOf: Live['versionOf']
}

async function tell(page: Page, { asking, versionOf }: Asking): Promise<Told> {
  const context = await asking()
  const { actor } = context.occasion
  const questions = questionsOf(page, actor)
  const heard = await heardBefore(questions, actor, versionOf)
  const { answers, missing } = await firstAnswers(questions, context)
  const isAnswered = (name: string) => answers.some(answer => answer.name === name)
  return {
    ...{ answers, heard, isPersonal: actor.kind !== 'visitor' },
    isMissing: page.of !== undefined && missing.includes(page.of),
    isWhole: questions.every(({ name, mayBeRefused = false }) => mayBeRefused || isAnswered(name)),
  }
}

async function tellSoon(page: Page, asking: Asking): Promise<Told> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Told>(resolve => {
    timer = setTimeout(() => resolve(NOTHING), PATIENCE_MS)
  })
  // A database that is away says so itself, where the page asks for what it could not be given.
  const told = tell(page, asking).catch(() => NOTHING)
  return Promise.race([told, late]).finally(() => clearTimeout(timer))
}

/** A mark of what it says, for a browser that has it already. */
export const markOf = (text: string | Buffer): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

/**
 * Whether a visitor's page may be drawn: nobody can make the server draw one page again and again by what they
 * put behind its question mark. What a page does know there, it asks for, and that is counted.
 */
function isPlain({ searchParams }: URL, { knows = [] }: Page): boolean {
  const names = [...searchParams.keys()]
  return new Set(names).size === names.length && names.every(name => knows.includes(name))
}

/** Answers with what makes the page at an address for whoever asks. */
export async function openPages({ folder, frame, url, log }: PageOptions) {
  const needsOf = await readBuilt(folder)
  const draw = openDrawing(folder, log)
  return async (address: URL, asking: Asking): Promise<PageAnswer> => {
    const found = findPage(address.pathname, address.searchParams)
    const { answers, heard, isWhole, isMissing, ...told } =
      found === null ? NOTHING : await tellSoon(found, asking)
    const page = isMissing ? null : found
    const tags = tagsOf(headOf(page, address.pathname, url(), answers), url(), told.isPersonal)
    const isPersonal = told.isPersonal || page?.isForOne === true
    const { styles, scripts } = needsOf(page?.code ?? null)
    const isDrawn = page !== null && (told.isPersonal || (isWhole && isPlain(address, page)))
    const drawn = isDrawn ? await draw(address.pathname + address.search, answers, isPersonal) : ''
    const blocks = blockOf('first-answers', answers) + (heard.length === 0 ? '' : blockOf('heard', heard))
    const html = frame.html
      .replace(/<meta\s+name="description"[^>]*>/, '')
      .replace('<title>Rigwright</title>', () => tags)
      .replace('/manifest.webmanifest', manifest => page?.manifest ?? manifest)
      .replace('</head>', () => `  ${styles}\n  </head>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root"${drawn === '' ? '' : ' data-drawn'}>${drawn}</div>\n    ${blocks}`,
      )
      .replace('</body>', () => `${frame.startTag(scripts)}\n  </body>`)
    return { html, status: page === null ? 404 : 200, isPersonal, place: page?.place ?? 'no page' }
  }
}
