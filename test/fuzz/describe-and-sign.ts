import { type Described, describeRequest } from 'latchkey/wallets'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { FamilyWallet, WireCall } from '../../src/wallets/walletconnect/family-wallet.ts'

/**
 * Describes a request, and signs it like the headless wallet after an approval. Returns undefined if the
 * wallet refuses the request. Throws errors that are faults in the wallet's code.
 */
export async function describeAndSign(
  family: FamilyWallet,
  call: WireCall,
  network: ChainNetwork,
): Promise<{ readonly described: Described; readonly result: unknown } | undefined> {
  try {
    const completed = await family.complete?.(call, network)
    const described = await describeRequest({ ...call, completed }, network)
    return { described, result: await family.request(completed ?? call, network) }
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) throw error
    return undefined
  }
}
