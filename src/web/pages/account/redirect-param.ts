/** For a link: what an address says of the page that comes afterwards. */
export const redirectParam = (to: string | undefined): { readonly search?: { readonly to: string } } =>
  to === undefined ? {} : { search: { to } }
