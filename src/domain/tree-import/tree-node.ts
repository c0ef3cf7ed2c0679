// A place in a tree that another system exported. Whatever it holds, reading gives a usable value or null, and what had
// to be changed or left out is reported with its path.

/** What was found wrong at a path: the row or value was left out (`skipped`), or changed so that it fits (`mended`). */
export type Finding = {
  readonly path: string
  readonly problem: string
  readonly kind: 'skipped' | 'mended'
}

/** A value that fits, or one sentence about why it does not. */
export type Check<T> = (value: unknown) => { readonly value: T } | { readonly problem: string }

const MAX_SHOWN = 60

/** A value as a report shows it. */
function show(value: unknown): string {
  const text = typeof value === 'string' ? `“${value}”` : (JSON.stringify(value) ?? 'nothing')
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys cannot hold a dot or a slash, so they come percent-encoded. */
export function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

export class TreeNode {
  readonly path: string
  readonly value: unknown
  readonly #report: (finding: Finding) => void

  constructor(path: string, value: unknown, report: (finding: Finding) => void) {
    this.path = path
    this.value = value
    this.#report = report
  }

  get isMissing(): boolean {
    return this.value === undefined || this.value === null
  }

  /** Reports that this is left out. */
  skip(problem: string): null {
    this.#report({ path: this.path, problem, kind: 'skipped' })
    return null
  }

  /** Reports that this was changed, and returns what it is now. */
  fix<T>(problem: string, value: T): T {
    this.#report({ path: this.path, problem, kind: 'mended' })
    return value
  }

  child(key: string): TreeNode {
    const value = isRecord(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined
    return new TreeNode(`${this.path}/${key}`, value, this.#report)
  }

  /** Whether its key is there, even without a value. */
  get isPresent(): boolean {
    return this.value !== undefined
  }

  /** What it holds by key, without nulls: a list's keys are its positions, as the tree numbers them. */
  entries(): { readonly key: string; readonly node: TreeNode }[] {
    if (this.isMissing) return []
    if (!Array.isArray(this.value) && !isRecord(this.value)) {
      this.skip(`A list belongs here, not ${show(this.value)}.`)
      return []
    }
    return Object.entries(this.value)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => ({
        key: decodeKey(key),
        node: new TreeNode(`${this.path}/${key}`, value, this.#report),
      }))
  }

  /** Text; empty without any. */
  text(): string {
    if (this.isMissing) return ''
    if (typeof this.value === 'string') return this.value.trim()
    if (typeof this.value === 'number')
      return this.fix('A number where text belongs; kept as text.', String(this.value))
    return this.fix(`Text belongs here, not ${show(this.value)}; left empty.`, '')
  }

  /** A number; null without one. */
  number(): number | null {
    if (this.isMissing || this.value === '') return null
    if (typeof this.value === 'number') return this.value
    const typed = typeof this.value === 'string' ? Number(this.value) : Number.NaN
    return Number.isFinite(typed)
      ? this.fix('Text where a number belongs; read as a number.', typed)
      : this.fix(`A number belongs here, not ${show(this.value)}; left empty.`, null)
  }

  isTrue(fallback = false): boolean {
    if (this.isMissing) return fallback
    if (typeof this.value === 'boolean') return this.value
    if (['true', 'false'].includes(String(this.value)))
      return this.fix('Text where yes or no belongs; read as such.', this.value === 'true')
    return this.fix(`Yes or no belongs here, not ${show(this.value)}; taken as no.`, false)
  }

  /** `value` as `check` takes it; otherwise `fallback`, with the reason. Nothing is reported for a missing value. */
  checked<T, F>(check: Check<T>, value: unknown, fallback: F): T | F {
    const isEmpty = value === null || value === undefined || value === ''
    const checked = check(value)
    if ('value' in checked) return checked.value
    return isEmpty ? fallback : this.fix(`${show(value)}: ${checked.problem} Left out.`, fallback)
  }

  /** Text as `check` takes it, cut to `maxLength`; empty where it does not fit. */
  checkedText(check: Check<string>, maxLength: number): string {
    const text = this.text()
    if (text.length <= maxLength) return this.checked(check, text, '')
    // A pair of surrogates is not cut in two.
    const cut = text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
    return this.fix(
      `Longer than ${maxLength.toLocaleString('en-US')} characters; cut.`,
      this.checked(check, cut, ''),
    )
  }
}
