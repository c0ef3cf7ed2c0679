import { type Examples, open } from '../../../../test/support/example.ts'

export const examples: Examples = { 'downloads.androidApp': open() }
