import { type Examples, OWN_OFFICE, own, renewed } from '../../../../test/support/examples/example.ts'

/** Never the company's own before. */
let changeHours = 100

export const examples: Examples = {
  'preferences.get': own(OWN_OFFICE),
  'preferences.change': renewed(own(OWN_OFFICE), () => {
    changeHours += 1
    return { changeHours }
  }),
}
