/** A link's search parameter with the page to open afterwards. */
export const redirectParam = (to: string | undefined): { readonly search?: { readonly to: string } } =>
  to === undefined ? {} : { search: { to } }
