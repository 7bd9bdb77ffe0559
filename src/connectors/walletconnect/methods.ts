import type { ChainNamespace } from '../../core/chain/namespace.ts'

/**
 * The methods to propose, by family. For eip155, solana and bip122, these are the methods of S3.5.2 except two. `eth_sign` is
 * missing because visitors can't read the data to sign. `eth_signTransaction` is missing because anyone can send its result
 * later. For polkadot and cosmos: https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc and
 * https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc
 */
export const methods: Readonly<Record<ChainNamespace, readonly string[]>> = {
  eip155: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendRawTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'personal_sign',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_registerOnboarding',
    'wallet_watchAsset',
    'wallet_scanQRCode',
    'wallet_getCallsStatus',
    'wallet_showCallsStatus',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_getAssets',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_requestAccounts',
    'solana_getAccounts',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  polkadot: ['polkadot_signMessage', 'polkadot_signTransaction'],
  bip122: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  cosmos: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'],
}

const events = ['accountsChanged', 'chainChanged'] as const

/** Returns the events to propose for a family. https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin */
export const eventsOf = (namespace: ChainNamespace): readonly string[] =>
  namespace === 'bip122' ? [...events, addressesChanged] : events

/** The event of a Bitcoin wallet whose accounts have new addresses. */
export const addressesChanged = 'bip122_addressesChanged'

/** The ids that clusters had before CAIP-30. Some wallets know only these ids (S3.5.2). */
export const formerIds: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
}
