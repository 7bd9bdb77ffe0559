/** The messages of what wallet halves raise, beside the core's; `catalogue` has all of them. */
export const adapterMessages = {
  'validation/invalid-address': 'address: {reason}',

  'config/peer-missing': '{feature} needs a package that is not installed: {install}',

  'network/switch-failed': 'Chain is not supported', // spec
  'network/wrong-chain': 'The wallet is on {actual}, not on {expected}',

  'connection/unknown': 'There is no connection {id}',
  'connection/no-accounts': 'The wallet shows no account of this chain family',
  'connection/account-not-connected': 'The account {account} is not connected',
  'connection/provider-not-found': 'Provider not found', // spec

  'wallet/invalid-answer': 'The wallet answered {method} with something that is not {expected}',
  'wallet/closed-during-request': 'The wallet disconnected before it answered',
  'wallet/send-in-progress': 'A transaction of this account is waiting in the wallet',
  'wallet/feature-unsupported': 'The wallet does not support the "{feature}" feature', // facts 5.5
  'wallet/method-unsupported': 'The method "{method}" is not supported by the wallet', // facts 5.5
  'wallet/transaction-altered':
    'The wallet answered with another transaction than the one it was asked to sign',

  // spec 2, section 8, "adapter error kinds"; the others are in the catalogue
  'adapter/load-error': 'The wallet could not be loaded',
  'adapter/account-error': 'The wallet gave no usable account',
  'adapter/public-key-error': 'The wallet gave no usable public key',

  // spec 2, section 8
  'solana/connection-not-set': 'Connection is not set',
  'solana/no-public-key': 'No public key found',
  'solana/wallet-not-connected': 'Wallet not connected',
  'solana/account-not-found': 'Account not found',
  'solana/address-not-found': 'Address not found',
  'solana/empty-result': 'Empty result',
  'solana/invalid-chain-id': 'Invalid chain id', // facts 5.5
  'solana/invalid-transactions': 'Invalid transactions response', // facts 5.5
  'solana/version-unsupported': 'The wallet cannot sign version {version} transactions',
} as const satisfies Record<string, string>
