/** The name that apps have, by wallet-standard, for a node of their own machine, whose genesis hash is new at each start. */
export const solanaLocalnet = 'solana:localnet'

/** Whether a url is that of this machine. */
export function isOnThisMachine(url: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/.test(`${url}/`)
}
