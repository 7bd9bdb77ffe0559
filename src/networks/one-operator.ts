/** The notice of networks without a second public endpoint for pages (docs/networks.md). */
export const oneOperator = 'Only one operator is known to serve web pages without a key'
