import { type Described, describeRequest } from 'latchkey/wallets'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { FamilyWallet, WireCall } from '../../src/wallets/walletconnect/family-wallet.ts'

/**
 * What the headless wallet does with an allowed and approved request: what it would show, and what it then signs.
 * Undefined for a refused request; an error of the wallet's own code is thrown.
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
