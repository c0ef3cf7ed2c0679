/** The version of the product: in the footer, the health check, the API's description and backups. */
export const version = '0.2.0'
