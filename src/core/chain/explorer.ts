import type { ChainNamespace } from './namespace.ts'
import type { ChainNetwork } from './network.ts'

/** For each family, the path segments that most of its block explorers use. */
const pages: Readonly<Record<ChainNamespace, { readonly account: string; readonly transaction: string }>> = {
  eip155: { account: 'address', transaction: 'tx' },
  solana: { account: 'account', transaction: 'tx' },
  polkadot: { account: 'account', transaction: 'extrinsic' },
  bip122: { account: 'address', transaction: 'tx' },
  cosmos: { account: 'account', transaction: 'tx' },
}

/**
 * Returns the URL of an account or a transaction in the network's block explorer. Returns undefined if the network has no
 * explorer, or if the explorer's URL isn't an http(s) URL.
 */
export function explorerLink(
  { blockExplorers, chainNamespace }: ChainNetwork,
  page: 'account' | 'transaction',
  id: string,
): string | undefined {
  const url = blockExplorers?.default.url
  if (!url || !/^https?:\/\//.test(url)) return undefined
  return `${url.replace(/\/$/, '')}/${pages[chainNamespace][page]}/${encodeURIComponent(id)}`
}
