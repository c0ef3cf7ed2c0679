// A page's title and meta tags: for search engines, link previews and the browser's tab.

import type { MatchedPage, PageName } from '#contract/pages/page-routes.ts'
import { type OpeningTimes, openingSentence } from '#domain/companies/opening-times.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import type { PrefetchedQuery } from './prefetch.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes `text` for HTML, including attribute values. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character)

const PRODUCT = 'Rigwright helps RV service companies run their day and keeps every RV’s work history by VIN.'

/** ` at ` and the company's name on a customer's link, otherwise an empty string. */
const companyNameIn = (answers: readonly PrefetchedQuery[]): string => {
  const found = answers.find(({ name }) => name === 'customerView.preview')?.response.json
  const { companyName } = (found as { company?: { companyName: string } } | undefined)?.company ?? {}
  return companyName === undefined ? '' : ` at ${companyName}`
}

/** For search engines and link previews, of the pages that may be listed there. */
export const DESCRIPTIONS: Partial<Readonly<Record<PageName, string>>> = {
  home: 'Find RV shops and mobile mechanics near you, and look up any rig’s work history by VIN: date, technician and total.',
  register:
    'Run your RV service company on Rigwright: every ticket on one board, with technicians, parts and time on any phone.',
  login: 'Log in to Rigwright, where RV service companies run their day.',
  workHistory:
    'Look up the work RV service companies have completed on a vehicle, by VIN: date, technician and total. No login needed.',
  aboutUs: 'What Rigwright is, what it does for you, and what Trusted and Verified companies are.',
  downloads: 'The Rigwright app for your phone, a sample work history report and a blank intake sheet.',
  company:
    'An RV service company on Rigwright: where it is, when it is open, and how to book an appointment.',
  book: 'Book an appointment for your RV: tell the shop what’s wrong, where your RV is and when you’re free. No account needed.',
  signup: 'Create an RV owner account: your tickets at every company on Rigwright, in one place.',
}

type MetaTags = {
  readonly title: string
  readonly description: string
  /** The canonical address for search engines; null to stay out of them. */
  readonly canonical: string | null
}

type HistoryResponse = { readonly entries: readonly unknown[]; readonly next: string | null }

const historyOf = (answers: readonly PrefetchedQuery[]): HistoryResponse | null => {
  const found = answers.find(({ name }) => name === 'workHistory.get')?.response.json
  return (found as HistoryResponse | undefined) ?? null
}

type CompanyResponse = { readonly companyName: string; readonly companyAddress: string | null } & OpeningTimes

const companyOf = (answers: readonly PrefetchedQuery[]): CompanyResponse | null => {
  const found = answers.find(({ name }) => name === 'companies.get')?.response.json
  return (found as CompanyResponse | undefined) ?? null
}

function companyMetaTags(
  { name }: MatchedPage,
  company: CompanyResponse,
): Pick<MetaTags, 'title' | 'description'> {
  const { companyName, companyAddress } = company
  const isBooking = name === 'book'
  return {
    title: `${isBooking ? `Book an Appointment · ${companyName}` : companyName} · Rigwright`,
    description: [
      companyAddress === null ? 'RV service.' : `RV service at ${companyAddress}.`,
      openingSentence(company),
      'Book an appointment online, no account needed.',
    ].join(' '),
  }
}

/** The meta tags of `page` (null: not found) with its prefetched `answers`. `url` is the product's public address. */
export function metaTagsFor(
  page: MatchedPage | null,
  path: string,
  url: string,
  answers: readonly PrefetchedQuery[],
): MetaTags {
  if (page === null) return { title: 'Page not found · Rigwright', description: PRODUCT, canonical: null }
  const { title, params } = page
  const description = DESCRIPTIONS[page.name] ?? PRODUCT
  const named = path === '/' ? title : `${title}${companyNameIn(answers)} · Rigwright`
  if (DESCRIPTIONS[page.name] === undefined) return { title: named, description, canonical: null }
  const company = companyOf(answers)
  const route = `${url}${path === '/' ? path : path.replace(/\/$/, '')}`
  if (company !== null) return { ...companyMetaTags(page, company), canonical: route }
  const vin = page.name === 'workHistory' ? normalizeVin(params.search.vin ?? '') : ''
  if (vin === '') return { title: named, description, canonical: route }
  const history = historyOf(answers)
  const visits = history?.entries.length ?? 0
  const more = history === null || history.next === null ? '' : 'more than '
  const times = visits === 1 ? 'one visit' : `${more}${visits} visits`
  return {
    title: `${title} ${vin} · Rigwright`,
    description:
      visits === 0 ? description : `The work history of the RV with VIN ${vin}: ${times} to a shop.`,
    // A VIN without visits stays out of search engines.
    canonical: visits === 0 ? null : `${route}?vin=${encodeURIComponent(vin)}`,
  }
}

/**
 * The tags as HTML. A page without a canonical address is marked `noindex`, except for signed-in people
 * (`isPersonal`): search engines have no session.
 */
export function renderMetaTags(
  { title, description, canonical }: MetaTags,
  url: string,
  isPersonal: boolean,
): string {
  const [name, text] = [escapeHtml(title), escapeHtml(description)]
  const tags = [
    `<title>${name}</title>`,
    `<meta name="description" content="${text}" />`,
    ...(canonical === null
      ? isPersonal
        ? []
        : ['<meta name="robots" content="noindex" />']
      : [
          `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
          `<meta property="og:url" content="${escapeHtml(canonical)}" />`,
        ]),
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Rigwright" />',
    `<meta property="og:title" content="${name}" />`,
    `<meta property="og:description" content="${text}" />`,
    `<meta property="og:image" content="${escapeHtml(url)}/icons/icon-512.png" />`,
    '<meta name="twitter:card" content="summary" />',
    `<meta name="twitter:title" content="${name}" />`,
    `<meta name="twitter:description" content="${text}" />`,
    `<meta name="twitter:image" content="${escapeHtml(url)}/icons/icon-512.png" />`,
  ]
  return tags.join('\n    ')
}
