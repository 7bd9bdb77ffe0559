import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { polkadotAccounts } from '../accounts/polkadot.ts'
import { describeNode, type FamilyDevnet, type StartOptions } from '../family-devnet.ts'
import { type ChopsticksChain, startChopsticks } from './polkadot/chopsticks.ts'

/** No real network has these genesis hashes. */
const chains = [
  { name: 'Polkadot Devnet One', hash: `0x${'1a7c4de7'.repeat(8)}` },
  { name: 'Polkadot Devnet Two', hash: `0x${'2a7c4de7'.repeat(8)}` },
] as const

const currency = { name: 'Unit', symbol: 'UNIT', decimals: 12 }
/** In whole units, per named account. */
const unitsEach = 10_000n
/** `id` is the asset's id in the Assets pallet. On real Asset Hubs, 1984 is Tether. */
const tokens = [
  { id: 1, name: 'Latchkey Token', symbol: 'LKT', decimals: 18 },
  { id: 1984, name: 'Test Dollar', symbol: 'tUSD', decimals: 6 },
] as const
/** In whole tokens, per named account. */
const tokensEach = 1_000_000n

/** Starts two networks with the real Asset Hub runtime, in one process. */
export async function startPolkadot(options: StartOptions): Promise<FamilyDevnet> {
  const node = await startChopsticks(chains.map(chain), options)
  const networks = chains.map(({ name, hash }, at) => network(name, hash, node.urls[at] ?? ''))
  return {
    networks,
    tokens: networks.flatMap(({ caipNetworkId }) =>
      tokens.map(({ id, ...token }) => ({ ...token, asset: `${caipNetworkId}/asset:${id}` as const })),
    ),
    nodes: networks.map((each) => describeNode(each, 'chopsticks', node)),
    stop: node.stop,
  }
}

function network(name: string, hash: string, url: string): ChainNetwork<'polkadot'> {
  const id = hash.slice(2, 34)
  const caipNetworkId: CaipNetworkId<'polkadot'> = `polkadot:${id}`
  return {
    id,
    caipNetworkId,
    chainNamespace: 'polkadot',
    name,
    nativeCurrency: currency,
    rpcUrls: { default: { http: [url] } },
    testnet: true,
  }
}

function chain({ name, hash }: { name: string; hash: string }): ChopsticksChain {
  return {
    name,
    hash,
    properties: { tokenSymbol: currency.symbol, tokenDecimals: currency.decimals, ss58Format: 42 },
    storage: storage(Object.values(polkadotAccounts).map(({ address }) => address)),
  }
}

/** Returns the storage of a runtime with funded accounts. */
function storage(holders: readonly string[]) {
  const each = String(unitsEach * 10n ** BigInt(currency.decimals))
  const [owner = ''] = holders
  const count = holders.length
  return {
    System: {
      // `sufficients` is the number of assets that keep the account alive even without native coins: here, all tokens.
      Account: holders.map((address) => [
        [address],
        { providers: 1, sufficients: tokens.length, data: { free: each } },
      ]),
    },
    Assets: {
      Asset: tokens.map(({ id, decimals }) => [
        [id],
        {
          owner,
          issuer: owner,
          admin: owner,
          freezer: owner,
          supply: String(tokenAmount(decimals) * BigInt(count)),
          deposit: 0,
          minBalance: 1,
          isSufficient: true,
          accounts: count,
          sufficients: count,
          approvals: 0,
          status: 'Live',
        },
      ]),
      Account: tokens.flatMap(({ id, decimals }) =>
        holders.map((address) => [
          [id, address],
          { balance: String(tokenAmount(decimals)), status: 'Liquid', reason: 'Sufficient' },
        ]),
      ),
      Metadata: tokens.map(({ id, name, symbol, decimals }) => [
        [id],
        { deposit: 0, name, symbol, decimals, isFrozen: false },
      ]),
    },
  }
}

function tokenAmount(decimals: number): bigint {
  return tokensEach * 10n ** BigInt(decimals)
}
