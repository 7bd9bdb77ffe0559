import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AdapterContext } from '../../core/wallet/adapter.ts'

type NetworkId = CaipNetworkId<'polkadot'>

/** A chain that stores the usernames and identities of accounts. */
export interface PeopleChain {
  readonly network: NetworkId
  /** The suffix of the usernames that Latchkey looks up. Undefined if Latchkey looks up no usernames on this chain. */
  readonly suffix?: string
  /** The networks whose accounts have identities on this chain: the chain itself, the relay chain and the Asset Hub. */
  readonly accountsOf: readonly NetworkId[]
}

/** The ids are from the chain specs in https://github.com/paritytech/polkadot-sdk, cumulus/parachains/chain-specs (CAIP-13). */
const polkadotPeople: NetworkId = 'polkadot:67fa177a097bfa18f77ea95ab56e9bcd'
const kusamaPeople: NetworkId = 'polkadot:c1af4cb4eb3918e5db15086c0cc5ec17'

const chains: readonly PeopleChain[] = [
  {
    network: polkadotPeople,
    // The authority that gives usernames with this suffix: https://polkadot.subsquare.io/referenda/1177
    suffix: '.dot',
    accountsOf: [
      polkadotPeople,
      'polkadot:68d56f15f85d3136970ec16946040bc1',
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    ],
  },
  {
    network: kusamaPeople,
    accountsOf: [
      kusamaPeople,
      'polkadot:48239ef607d7928874027a43a6768920',
      'polkadot:b0a8d493285c2df73290dfb7e61f870f',
    ],
  },
]

/**
 * Returns the People chain of a network's accounts. Returns undefined if the network has no People chain, or if the host
 * configured no node of this chain.
 */
export function peopleChainOf(
  { caipNetworkId }: ChainNetwork<'polkadot'>,
  { endpoints }: Pick<AdapterContext, 'endpoints'>,
): PeopleChain | undefined {
  const chain = chains.find(({ accountsOf }) => accountsOf.includes(caipNetworkId))
  return chain && endpoints(chain.network).length > 0 ? chain : undefined
}
