import { componentAge, warrantyLabel } from '#domain/components/component-age.ts'
import { formatDayWithYear } from '#domain/lib/company-time.ts'
import type { FormComponent } from './component-fields.tsx'

/** What an entry did. */
export const ENTRY_VERBS = {
  entered: 'Entered',
  corrected: 'Corrected',
  cleared: 'Cleared',
  removed: 'Removed',
} as const

type Entry = Pick<FormComponent, 'maker' | 'model' | 'serial'> & {
  readonly how: keyof typeof ENTRY_VERBS
  readonly day: string | null
}

/** What an entry holds, `Suburban SF-30F 0912 44521`; of one that cleared something, what it cleared. */
export function entryText({ how, maker, model, serial, day }: Entry): string {
  const installed = day === null ? '' : `installed ${formatDayWithYear(day)}`
  const facts = how === 'cleared' ? [serial, installed] : [maker, model, serial]
  const text = facts.filter(Boolean).join(how === 'cleared' ? ', ' : ' ')
  return text === '' && how === 'cleared' ? 'end of its warranty' : text
}

/**
 * Place, year, serial number, days and age of a component in one line; `source` says why the number is read. `today` is a
 * date of the reader's calendar.
 */
export function componentFacts(component: FormComponent, today: string, source = ''): string {
  const { place, serial, modelYear, installedOn, endedOn, isInstalled, warrantyUntil = null } = component
  return [
    place,
    modelYear,
    serial === null ? 'serial number not shared' : serial === '' ? '' : `serial ${serial}${source}`,
    installedOn === null ? '' : `installed ${formatDayWithYear(installedOn)}`,
    isInstalled ? componentAge(component, today) : '',
    isInstalled ? '' : endedOn === null ? 'removed' : `until ${formatDayWithYear(endedOn)}`,
    isInstalled ? warrantyLabel({ warrantyUntil }, today) : '',
  ]
    .filter(fact => fact !== '')
    .join(' · ')
}
