import { ANYONE, type Examples, open, own } from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'addressSearch.suggest': own(ANYONE, { q: '118 hush' }),
  'addressSearch.getMap': open(),
}
