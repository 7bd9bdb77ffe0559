/** What the chain half imports: optional peers of the package. */
export const peers = ['@cosmjs/stargate'] as const
