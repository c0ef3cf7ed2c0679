/** The version of the product: in the footer, the health check, the API's description and backups. */
export const version = '0.2.0'

/** Of the typed RPC, sent with each request: a page that means something else by its values is not answered. */
export const RPC_VERSION = '2'
