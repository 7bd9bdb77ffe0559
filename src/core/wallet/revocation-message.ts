import type { CaipAddress } from '../chain/caip.ts'

/** Returns the message that an account signs to revoke a smart session at the service. Not in the specification. */
export function revocationMessage(account: CaipAddress, pci: string): string {
  return `Revoke the smart session ${pci} of ${account}`
}
