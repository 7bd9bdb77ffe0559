import type { CaipAddress } from '../chain/caip.ts'

/** What an account signs so that the service of sessions takes its word: ours, since the facts have no text for it. */
export function revocationMessage(account: CaipAddress, pci: string): string {
  return `Revoke the smart session ${pci} of ${account}`
}
