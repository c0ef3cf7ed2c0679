// What a page says of itself to search engines, to whoever shares its address, and to the browser's tab.

import type { Opening } from '#domain/bookings/booking.ts'
import { printOpenHours, printWholeDays } from '#domain/companies/company.ts'
import type { Page } from './page-manifest.ts'
import { vinOf } from './page-manifest.ts'
import type { FirstAnswer } from './prefetch.ts'

const SIGNS: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
}

/** `text` as it may stand in HTML, also between quotes. */
export const inHtml = (text: string): string => text.replace(/[&<>"']/g, sign => SIGNS[sign] ?? sign)

const PRODUCT =
  'Rigwright runs the day of an RV service company, and keeps the work history of every RV by VIN.'

/** Whose shop a link is of, as far as it is one. */
const shopIn = (answers: readonly FirstAnswer[]): string => {
  const found = answers.find(({ name }) => name === 'follow.look')?.answer.json
  const { companyName } = (found as { company?: { companyName: string } } | undefined)?.company ?? {}
  return companyName === undefined ? '' : ` at ${companyName}`
}

export type Head = {
  readonly title: string
  readonly words: string
  /** The one address that search engines keep; null for none. */
  readonly canonical: string | null
}

const visitsIn = (answers: readonly FirstAnswer[]): number => {
  const found = answers.find(({ name }) => name === 'workHistory.get')?.answer.json
  return (found as { entries?: readonly unknown[] } | undefined)?.entries?.length ?? 0
}

type CompanyAnswer = { readonly companyName: string; readonly companyAddress: string | null } & Opening

const companyIn = (answers: readonly FirstAnswer[]): CompanyAnswer | null => {
  const found = answers.find(({ name }) => name === 'companies.get')?.answer.json
  return (found as CompanyAnswer | undefined) ?? null
}

function headOfCompany({ place }: Page, company: CompanyAnswer): Pick<Head, 'title' | 'words'> {
  const { companyName, companyAddress, daysOfOperation, hoursOfOperation } = company
  const isBooking = place === '/companies/$companyId/book'
  const open = `Open ${printWholeDays(daysOfOperation)}, ${printOpenHours(hoursOfOperation)}.`
  return {
    title: `${isBooking ? `Book an Appointment · ${companyName}` : companyName} · Rigwright`,
    words: [
      companyAddress === null ? 'RV service.' : `RV service at ${companyAddress}.`,
      open,
      'Book an appointment online, no account needed.',
    ].join(' '),
  }
}

/** What is said of `page`, null for none, when it carries `answers`. `url`: where people reach the product. */
export function headOf(page: Page | null, path: string, url: string, answers: readonly FirstAnswer[]): Head {
  if (page === null) return { title: 'Page not found · Rigwright', words: PRODUCT, canonical: null }
  const { title, words = PRODUCT, said } = page
  const named = path === '/' ? title : `${title}${shopIn(answers)} · Rigwright`
  if (page.words === undefined) return { title: named, words, canonical: null }
  const company = companyIn(answers)
  const place = `${url}${path === '/' ? path : path.replace(/\/$/, '')}`
  if (company !== null) return { ...headOfCompany(page, company), canonical: place }
  const vin = page.code === 'pages/public/work-history/work-history.tsx' ? vinOf(said) : ''
  if (vin === '') return { title: named, words, canonical: place }
  const visits = visitsIn(answers)
  const times = visits === 1 ? 'one visit' : `${visits} visits`
  return {
    title: `${title} ${vin} · Rigwright`,
    words: visits === 0 ? words : `The work history of the RV with the VIN ${vin}: ${times} to a shop.`,
    // A rig that nobody here has worked on is nothing to find.
    canonical: visits === 0 ? null : `${place}?vin=${encodeURIComponent(vin)}`,
  }
}

/**
 * The tags themselves. Search engines are asked to leave out what has no canonical address; they come without a
 * session, so whoever has one (`isPersonal`) is told nothing of it.
 */
export function tagsOf({ title, words, canonical }: Head, url: string, isPersonal: boolean): string {
  const [name, text] = [inHtml(title), inHtml(words)]
  const tags = [
    `<title>${name}</title>`,
    `<meta name="description" content="${text}" />`,
    ...(canonical === null
      ? isPersonal
        ? []
        : ['<meta name="robots" content="noindex" />']
      : [
          `<link rel="canonical" href="${inHtml(canonical)}" />`,
          `<meta property="og:url" content="${inHtml(canonical)}" />`,
        ]),
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Rigwright" />',
    `<meta property="og:title" content="${name}" />`,
    `<meta property="og:description" content="${text}" />`,
    `<meta property="og:image" content="${inHtml(url)}/icons/icon-512.png" />`,
    '<meta name="twitter:card" content="summary" />',
    `<meta name="twitter:title" content="${name}" />`,
    `<meta name="twitter:description" content="${text}" />`,
    `<meta name="twitter:image" content="${inHtml(url)}/icons/icon-512.png" />`,
  ]
  return tags.join('\n    ')
}
