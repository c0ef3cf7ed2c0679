import { type Examples, open } from '../../../../test/support/examples/example.ts'

export const examples: Examples = { 'downloads.androidApp': open() }
