import type { Examples } from './example.ts'

const files = import.meta.glob<Examples>('../../../src/server/features/*/examples.ts', {
  import: 'examples',
  eager: true,
})

/** What another company hands to its own desk is in its export: the bay comes last. */
const isBay = (file: string): boolean => file.includes('/bay/')

/** Of every feature. */
export const EXAMPLES: Examples = Object.assign(
  {},
  ...Object.entries(files)
    .sort(([one], [other]) => Number(isBay(one)) - Number(isBay(other)))
    .map(([, examples]) => examples),
)
