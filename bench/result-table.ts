// The results, as a table for people and as JSON for programs.

type Better = 'more' | 'less'

export type ReportRow = {
  readonly work: string
  readonly unit: string
  readonly product: number
  /** Null without a baseline. */
  readonly baseline: number | null
  readonly ratio: number | null
  /** The goal for the ratio, or for the product's own value with `goalOf`. */
  readonly goal: number
  readonly goalOf: 'ratio' | 'product'
  readonly better: Better
  /** Each round: product, baseline. */
  readonly rounds?: readonly (readonly [number, number])[]
  readonly note?: string
}

function isReached({ goal, goalOf, better, product, ratio }: ReportRow): boolean {
  const value = goalOf === 'product' ? product : (ratio ?? Number.NaN)
  return better === 'more' ? value >= goal : value <= goal
}

const short = (value: number | null): string => {
  if (value === null) return ''
  if (!Number.isFinite(value)) return 'none'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const goalText = ({ goal, goalOf, better, unit }: ReportRow): string =>
  `${better === 'more' ? '≥' : '≤'} ${goal}${goalOf === 'product' ? ` ${unit}` : ''}`

export const SIDES = ['product', 'baseline'] as const
/** Growth compares with itself: the first is the larger. */
export const SIZES = ['large', 'small'] as const

/** What a cluster costs beside one database. */
export const CLUSTERS = ['cluster', 'one PostgreSQL'] as const

/** A table that reads the same in a terminal and in a document. */
export function tableOf(
  rows: readonly ReportRow[],
  sides: typeof SIDES | typeof SIZES | typeof CLUSTERS,
): string {
  const heads = ['work', 'unit', ...sides, 'ratio', 'goal', 'reached']
  const lines = rows.map(row => [
    row.note === undefined ? row.work : `${row.work} (${row.note})`,
    row.unit,
    ...[row.product, row.baseline, row.ratio].map(short),
    goalText(row),
    isReached(row) ? 'yes' : 'no',
  ])
  const widths = heads.map((head, at) => Math.max(head.length, ...lines.map(line => line[at]?.length ?? 0)))
  const draw = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [draw(heads), `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`, ...lines.map(draw)].join(
    '\n',
  )
}

/** Progress goes to standard error, so that `--json` can be piped. */
export const printLine = (line: string): void => void process.stderr.write(`${line}\n`)
