/**
 * The ids of well-known wallets, which are always listed: their `rdns` (EIP-6963), their names (wallet-standard), their keys in
 * `window.injectedWeb3`, and the ids of wallets that are found on `window`. A wallet that claims one of these ids may still be
 * an imitation.
 */
const ids =
  `io.metamask com.trustwallet.app app.phantom com.coinbase.wallet com.okex.wallet com.binance.wallet com.bitget.web3 io.rabby
me.rainbow io.zerion.wallet app.backpack io.magiceden.wallet app.subwallet xyz.talisman io.novawallet com.enkrypt so.onekey.app.wallet
app.nightly org.uniswap.app com.exodus.web3-wallet app.keplr io.owallet xyz.ctrl me.vultisig xyz.frontier.wallet
MetaMask Phantom Solflare Backpack Jupiter Nightly Exodus Xverse Leather SafePal OneKey MathWallet Vultisig Frontier
polkadot-js subwallet-js talisman nova-wallet enkrypt fearless-wallet polkagate aleph-zero-signer
keplr leap cosmostation owallet
unisat bitget binancew3w OKX LeatherProvider XverseProviders.BitcoinProvider HorizonWalletProvider magicEden.bitcoin`
    .split(/\s/)
    .concat(
      'Trust Wallet',
      'Coinbase Wallet',
      'OKX Wallet',
      'Binance Wallet',
      'Bitget Wallet',
      'Magic Eden',
      'Ctrl Wallet',
    )

export function isWellKnown(id: string): boolean {
  return ids.includes(id)
}
