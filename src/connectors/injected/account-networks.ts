import type { CaipNetworkId } from '../../core/chain/caip.ts'

/**
 * The system chains of each relay chain that Latchkey knows: the Asset Hub, and on Polkadot and Kusama also the People chain. The
 * web app of polkadot.js offers the accounts of a relay chain on all its system chains.
 */
const systemChains: Readonly<Record<string, readonly string[]>> = {
  // Polkadot
  '91b171bb158e2d3848fa23a9f1c25182': [
    '68d56f15f85d3136970ec16946040bc1',
    '67fa177a097bfa18f77ea95ab56e9bcd',
  ],
  // Kusama
  b0a8d493285c2df73290dfb7e61f870f: ['48239ef607d7928874027a43a6768920', 'c1af4cb4eb3918e5db15086c0cc5ec17'],
  // Westend
  e143f23803ac50e8f6f8e62695d1ce9e: ['67f9723393ef76214df0118c34bbbd3d'],
  // Paseo
  '77afd6190f1554ad45fd0d31aee62aac': ['d6eec26135305a8ad257a20d00335728'],
}

/**
 * Returns the networks of an account that the visitor restricted to one chain (`InjectedAccount` of @polkadot/extension-inject).
 * Returns undefined if the account works on all networks.
 */
export function accountNetworks(genesisHash: unknown): readonly CaipNetworkId[] | undefined {
  if (typeof genesisHash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(genesisHash)) return undefined
  // The first half of the hash is the network's id (CAIP-13).
  const id = genesisHash.slice(2, 34).toLowerCase()
  return [id, ...(systemChains[id] ?? [])].map((each): CaipNetworkId => `polkadot:${each}`)
}
