import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { SolanaFeature } from '../../wallets/solana/wallet.ts'
import type { WalletRequest } from '../../wallets/wallet-request.ts'
import { createBip122Wallet } from '../wallets/bip122.ts'
import { createCosmosWallet } from '../wallets/cosmos.ts'
import { createEip155Wallet } from '../wallets/eip155.ts'
import { createPolkadotWallet } from '../wallets/polkadot.ts'
import { createSolanaWallet } from '../wallets/solana.ts'
import type { InjectedWallet } from './injected-wallet.ts'

/** The networks and accounts of a devnet, as `startDevnet` returns them. */
export interface DevWorld {
  readonly networks: readonly ChainNetwork[]
  readonly accounts: Readonly<
    Record<string, Readonly<Partial<Record<ChainNamespace, { readonly secret: string }>>>>
  >
}

export interface DevWalletsOptions {
  /**
   * Called before each request that needs the user's approval. If the function throws, its error is the wallet's answer.
   * Default: approves all.
   */
  readonly approve?: ((walletId: string, request: WalletRequest) => Promise<void>) | undefined
}

/**
 * The features of a Solana wallet without `solana:signIn`. With this wallet, you can test pages that write the sign-in message
 * themselves.
 */
const withoutSignIn = [
  'standard:disconnect',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
] as const satisfies readonly SolanaFeature[]

type Secrets = (namespace: ChainNamespace) => readonly string[]

/** The development wallets by id. A wallet has a separate part for each family, so that a test can script each part. */
export type DevWallets = Readonly<Record<DevWalletId, InjectedWallet>>
export type DevWalletId = (typeof devWalletIds)[number]

export const devWalletIds = [
  'ethereum',
  'solana',
  'bitcoin',
  'unisat',
  'leather',
  'sats',
  'polkadot',
  'keplr',
  'multi',
] as const

/**
 * Creates a wallet of each kind that a page can discover, with the accounts of a devnet. Wallets of one family have the accounts
 * alice and bob. The wallet of several families has carol and dave. On bip122, a wallet has only the first of its two accounts.
 * Each icon contains the text DEV, because some wallets have the names of real wallets.
 */
export function devWallets({ networks, accounts }: DevWorld, options: DevWalletsOptions = {}): DevWallets {
  const secretsOf =
    (...names: readonly string[]): Secrets =>
    (namespace) =>
      names.flatMap((name) => accounts[name]?.[namespace]?.secret ?? [])
  const of = <N extends ChainNamespace>(namespace: N) =>
    networks.filter(
      (network) => network.chainNamespace === namespace,
    ) as readonly unknown[] as readonly ChainNetwork<N>[]
  const approve = (id: DevWalletId) => async (request: WalletRequest) => options.approve?.(id, request)

  const eip155 = (id: DevWalletId, secrets: Secrets) =>
    createEip155Wallet({
      privateKeys: secrets('eip155'),
      chains: of('eip155').map(({ id, rpcUrls }) => ({ id: Number(id), rpcUrls: rpcUrls.default.http })),
      approve: approve(id),
    })
  const solana = (id: DevWalletId, secrets: Secrets, features?: readonly SolanaFeature[]) =>
    createSolanaWallet({
      secrets: secrets('solana'),
      chains: of('solana').map(({ caipNetworkId: id, rpcUrls }) => ({ id, rpcUrls: rpcUrls.default.http })),
      features,
      approve: approve(id),
    })
  const bip122 = (id: DevWalletId, secrets: Secrets) =>
    createBip122Wallet({
      secret: secrets('bip122')[0] ?? '',
      networks: of('bip122').map(({ caipNetworkId }) => caipNetworkId),
      endpoints: of('bip122'),
      approve: approve(id),
    })
  const one = secretsOf('alice', 'bob')
  const several = secretsOf('carol', 'dave')
  const look = (id: DevWalletId, name: string, letter: string, color: string) => ({
    id,
    name,
    icon: icon(letter, color),
  })

  return {
    ethereum: {
      ...look('ethereum', 'Dev Ethereum', 'E', '#6f7cf0'),
      eip155: {
        wallet: eip155('ethereum', one),
        info: { uuid: '6f9619ff-8b86-4011-b42d-00cf4fc964ff', rdns: 'dev.latchkey.ethereum' },
      },
    },
    solana: {
      ...look('solana', 'Dev Solana', 'S', '#9a5cf0'),
      solana: { wallet: solana('solana', one) },
    },
    bitcoin: {
      ...look('bitcoin', 'Dev Bitcoin', 'B', '#d9822b'),
      bip122: { wallet: bip122('bitcoin', one), inject: { as: 'wallet-standard' } },
    },
    unisat: {
      ...look('unisat', 'UniSat', 'U', '#b5651d'),
      bip122: { wallet: bip122('unisat', one), inject: { as: 'unisat' } },
    },
    leather: {
      ...look('leather', 'Leather', 'L', '#8d6e53'),
      bip122: { wallet: bip122('leather', one), inject: { as: 'leather' } },
    },
    sats: {
      ...look('sats', 'Dev Sats', 'T', '#c2702a'),
      bip122: { wallet: bip122('sats', one), inject: { as: 'sats-connect', at: 'DevSatsProvider' } },
    },
    polkadot: {
      ...look('polkadot', 'Dev Polkadot', 'P', '#d6336c'),
      polkadot: {
        wallet: createPolkadotWallet({ secrets: one('polkadot'), approve: approve('polkadot') }),
        key: 'dev-polkadot',
      },
    },
    keplr: {
      ...look('keplr', 'Keplr', 'K', '#3b82d6'),
      cosmos: {
        wallet: createCosmosWallet({
          privateKeys: one('cosmos'),
          chains: of('cosmos').map(({ id, cosmos }) => ({
            id: String(id),
            bech32Prefix: cosmos?.bech32Prefix ?? 'cosmos',
          })),
          approve: approve('keplr'),
        }),
        at: 'keplr',
      },
    },
    multi: {
      ...look('multi', 'Dev Multi', 'M', '#2f9e77'),
      eip155: {
        wallet: eip155('multi', several),
        info: { uuid: '0f8fad5b-d9cb-469f-a165-70867728950e', rdns: 'dev.latchkey.multi' },
      },
      solana: { wallet: solana('multi', several, withoutSignIn) },
      bip122: { wallet: bip122('multi', several), inject: { as: 'wallet-standard' } },
    },
  }
}

/** Returns an icon: a letter on a colored square, with the text "DEV" below it. */
function icon(letter: string, color: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${color}"/>` +
    `<text x="20" y="25" fill="#fff" font-family="system-ui,sans-serif" font-size="18" font-weight="600" text-anchor="middle">${letter}</text>` +
    '<rect y="30" width="40" height="10" fill="#000" opacity=".55"/>' +
    '<text x="20" y="37.6" fill="#fff" font-family="system-ui,sans-serif" font-size="7" font-weight="700" text-anchor="middle" letter-spacing="1">DEV</text></svg>'
  return `data:image/svg+xml;base64,${btoa(svg)}`
}
