import type { Hex } from '../../core/chain/caip.ts'
import { eip155CoinType, ethereumCoinType, solanaCoinType } from '../../core/chain/coin-type.ts'
import { addressBytes } from '../../servers/data/names/coin-types.ts'
import { NameContracts } from '../../servers/data/names/name-contracts.ts'
import { NodeCalls } from '../../servers/data/node-calls.ts'
import nameService from '../contracts/names/name-service.json' with { type: 'json' }
import { devAccounts } from '../dev-accounts.ts'
import { devZone } from '../dev-zone.ts'
import { postTo } from '../node-http.ts'
import { nodeRpc } from '../node-rpc.ts'
import { deployContract } from './deploy-contract.ts'

/** The selector of `universal()` in `name-service.sol`. */
const universal = '0x4ee628a3'

/** These accounts have no name, so that tests can register names for them. */
const unnamed: readonly string[] = ['dave', 'heidi', 'ivan']

/**
 * Deploys the name contracts and registers the named accounts, such as `alice.latchkey.test`. A name resolves to the account's eip155 address on each
 * network, and to its solana address. Resolves with the address of the universal resolver.
 */
export async function deployNames(
  url: string,
  chainIds: readonly number[],
  signal?: AbortSignal,
): Promise<Hex> {
  const service = await deployContract(url, 'The name service', nameService.bytecode as Hex, signal)
  const word = await nodeRpc<Hex>(url, 'eth_call', [{ to: service, data: universal }, 'latest'], signal)
  const resolver: Hex = `0x${word.slice(-40)}`
  const contracts = new NameContracts(new NodeCalls(postTo(url)), resolver)
  for (const [name, { eip155, solana }] of Object.entries(devAccounts)) {
    if (unnamed.includes(name)) continue
    const ether = eip155 && addressBytes(ethereumCoinType, eip155.address)
    const sol = solana && addressBytes(solanaCoinType, solana.address)
    const coinTypes = ether ? [ethereumCoinType, ...chainIds.map(eip155CoinType)] : []
    const addresses = [
      ...coinTypes.flatMap((coinType) => (ether ? [{ coinType, bytes: ether }] : [])),
      ...(sol ? [{ coinType: solanaCoinType, bytes: sol }] : []),
    ]
    await contracts.register({ name: `${name}.${devZone}`, addresses, texts: [] })
    signal?.throwIfAborted()
  }
  return resolver
}
