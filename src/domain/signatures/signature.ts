// What a customer signs, drawn or by typing their name: what was checked in, an estimate, the work that was done, or what
// they pay at pickup. A signature says what was signed as it was shown, and is never changed.

import { dayOf, formatDayWithYear, formatTime } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { OCCASION_LABELS } from './bay-signature.ts'

export const OCCASIONS = ['drop-off', 'estimate', 'work-done', 'pickup'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** The box that signatures are drawn in, from 0 to these, whatever the size of the screen. */
export const SIGNATURE_BOX = { width: 600, height: 200 } as const
/** A signature of a long name has about ten strokes and 400 points. */
export const MAX_STROKES = 60
export const MAX_POINTS = 2000
export const MAX_SIGNER_NAME_LENGTH = 160

/** x and y in the box, whole numbers. */
type SignaturePoint = readonly [x: number, y: number]
/** From where the pen came down to where it went up. */
export type Stroke = readonly SignaturePoint[]

/** What is signed, as the signer reads it. */
export type SignatureSubject = {
  readonly occasion: Occasion
  /** `1. Roof leak; 2. Slide-out`, at drop-off with the condition of the rig if it was recorded; empty at pickup. */
  readonly jobLines: string
  /** Null at drop-off and of work done. */
  readonly amount: Cents | null
  /** At pickup with an invoice. */
  readonly invoiceNumber: string | null
}

export type CustomerSignature = SignatureSubject & {
  readonly signatureId: string
  readonly signedAt: Date
  /** As typed. */
  readonly signerName: string
  /** The strokes as an SVG path in `SIGNATURE_BOX`; null if the typed name is the signature. */
  readonly path: string | null
  /** Whether the customer signed by their link; else on a device of the shop. */
  readonly isByLink: boolean
}

export const NOT_DRAWN = 'Draw the signature, or choose to type the name.'

/** Whether something was drawn: a tap alone leaves a dot. */
export const isDrawn = (strokes: readonly Stroke[]): boolean =>
  strokes.some(([first, ...others]) => others.some(([x, y]) => x !== first?.[0] || y !== first[1]))

/** The strokes as an SVG path of straight lines, `M12 34L15 36`; a dot is a line of no length. */
export const pathOf = (strokes: readonly Stroke[]): string =>
  strokes
    .map(stroke => (stroke.length === 1 ? [...stroke, ...stroke] : stroke))
    .map(stroke => stroke.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''))
    .join('')

/** What `pathOf` writes. */
export const SIGNATURE_PATH = /^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})+)+$/
export const MAX_PATH_LENGTH = (MAX_POINTS + MAX_STROKES) * 'L600 200'.length

type Drawn = readonly { readonly points: readonly { readonly x: number; readonly y: number }[] }[]
type Size = { readonly width: number; readonly height: number }

const within = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)))

/**
 * What was drawn on a pad of this size, in pixels, as strokes in `SIGNATURE_BOX`, which has its shape. What is beyond the
 * box is on its edge. Points that are the same are one, and of more than `MAX_POINTS` every second, third and so on is left
 * out; strokes after the last one that fits are, too.
 */
export function toStrokes(drawn: Drawn, pad: Size): Stroke[] {
  const { width, height } = SIGNATURE_BOX
  const strokes = drawn
    .map(({ points }) =>
      points
        .map(({ x, y }) => [
          within((x / pad.width) * width, width),
          within((y / pad.height) * height, height),
        ])
        .map(([x = 0, y = 0]): SignaturePoint => [x, y])
        .filter(
          ([x, y], index, all) => index === 0 || x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1],
        ),
    )
    .filter(stroke => stroke.length > 0)
    .slice(0, MAX_STROKES)
  const count = strokes.reduce((sum, stroke) => sum + stroke.length, 0)
  // Each stroke has its two ends besides.
  const step = Math.ceil(count / (MAX_POINTS - 2 * MAX_STROKES))
  return count <= MAX_POINTS
    ? strokes
    : strokes.map(stroke => stroke.filter((_, index) => index % step === 0 || index === stroke.length - 1))
}

/** What was signed: `Drop-off`, `Work done`, `Estimate of $330.00`, `Invoice 1004 of $350.00` or `Service ticket of $350.00`. */
export function subjectLabel({ occasion, amount, invoiceNumber }: SignatureSubject): string {
  if (occasion === 'drop-off' || occasion === 'work-done') return OCCASION_LABELS[occasion]
  const signed =
    occasion === 'estimate'
      ? OCCASION_LABELS.estimate
      : invoiceNumber === null
        ? 'Service ticket'
        : `Invoice ${invoiceNumber}`
  return amount === null ? signed : `${signed} of ${formatMoney(amount)}`
}

/** Whether a signature is for just this. */
export const isSignatureFor = (signature: SignatureSubject, subject: SignatureSubject): boolean =>
  subjectLabel(signature) === subjectLabel(subject) && signature.jobLines === subject.jobLines

/** When and how: `Thu, Nov 20, 2025 at 2:14 PM, in person`, in the company's time zone. */
export const signedSentence = (
  { signedAt, isByLink }: Pick<CustomerSignature, 'signedAt' | 'isByLink'>,
  timeZone: string,
): string =>
  `${formatDayWithYear(dayOf(signedAt, timeZone))} at ${formatTime(signedAt, timeZone)}, ${isByLink ? 'by link' : 'in person'}`

/** A signature as it is printed: its text and its strokes. */
export type PrintedSignature = {
  /** As from `subjectLabel`. */
  readonly label: string
  readonly jobLines: string
  readonly name: string
  /** As from `signedSentence`. */
  readonly signed: string
  readonly path: string | null
}

export const printedSignature = (signature: CustomerSignature, timeZone: string): PrintedSignature => ({
  label: subjectLabel(signature),
  jobLines: signature.jobLines,
  name: signature.signerName,
  signed: signedSentence(signature, timeZone),
  path: signature.path,
})
