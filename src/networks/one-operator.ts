/** The notice for networks that have only one public endpoint for web pages (docs/networks.md). */
export const oneOperator = 'Only one operator is known to serve web pages without a key'
