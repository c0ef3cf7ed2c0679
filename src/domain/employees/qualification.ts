// What a technician's name rests on, as they entered it: since when they have worked on RVs, and their certificates.

export type Qualification = {
  /** Since when they have worked on RVs; null if they do not say. */
  readonly sinceYear: number | null
  /** With their numbers, one in a line; may be empty. */
  readonly certificates: string
}

/** Nobody who works today began earlier. */
export const FIRST_YEAR = 1950
export const MAX_CERTIFICATES = 5
/** Letters of one. */
export const MAX_CERTIFICATE_LENGTH = 100

export const NO_QUALIFICATION: Qualification = { sinceYear: null, certificates: '' }

export const certificatesOf = ({ certificates }: Pick<Qualification, 'certificates'>): string[] =>
  certificates
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** Why certificates cannot be saved, as a sentence; null if they can. */
export function certificatesProblem(certificates: string): string | null {
  const lines = certificatesOf({ certificates })
  if (lines.length > MAX_CERTIFICATES) return `Enter at most ${MAX_CERTIFICATES} certificates.`
  return lines.some(line => line.length > MAX_CERTIFICATE_LENGTH)
    ? `A certificate has at most ${MAX_CERTIFICATE_LENGTH} characters.`
    : null
}

/** Of a technician, under the name that customers read. */
export type NamedQualification = Qualification & { readonly technician: string }

/** As one line: `Rosa Díaz: On RVs since 2014. RVTI Level 2, No. 10442. EPA 608, No. 551.` */
export function qualificationLine({ technician, sinceYear, certificates }: NamedQualification): string {
  const since = sinceYear === null ? [] : [`On RVs since ${sinceYear}`]
  const sentences = [...since, ...certificatesOf({ certificates })].map(part =>
    /[.!?]$/.test(part) ? part : `${part}.`,
  )
  return `${technician}: ${sentences.join(' ')}`
}
