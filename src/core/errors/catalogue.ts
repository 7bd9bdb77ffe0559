/**
 * All errors of Latchkey: the message of each code. Append-only: never rename, remove or reuse a code, because apps compare codes
 * and the documentation links to them. Codes have the form `domain/kebab-reason`. `{x}` is replaced by a value of the error.
 * Messages marked "spec" have the specification's wording (S2.8, S1.5, S1.8), except for product names.
 */
export const catalogue = {
  // CAIP ids (S1.5, S3.8.3)
  'caip/invalid-network-id': 'Invalid CAIP-2 network id: {value}',
  'caip/invalid-address': 'Invalid CAIP-10 address: {value}',
  'caip/invalid-asset-id': 'Invalid CAIP-19 asset id: {value}',

  // Validation of input from visitors and hosts
  'validation/invalid-input': '{field}: {reason}',
  'validation/invalid-amount': 'amount: {reason}',
  'validation/invalid-address': 'address: {reason}',
  'validation/amount-and-receiver-required': 'An amount and receiver address are required', // spec
  'validation/token-required': 'A token is required', // spec
  'validation/unsupported-chain': 'Unsupported chain', // spec
  'validation/account-required': "Transactions can't be fetched without an accountAddress", // spec
  'validation/invalid-chain-id': 'Invalid chainId', // S3.3.11
  'validation/receiver-not-confirmed': 'Confirm the unusual recipient first',
  'validation/insufficient-balance': 'The balance of {symbol} does not cover the amount and the fee',

  // Configuration
  'config/invalid-options': 'Invalid option {field}: {reason}',
  'config/conflicting-options': 'Cannot set both `siweConfig` and `siwx` options', // S1.5, S3.6.5
  'config/already-created': 'A client named "{name}" is already running',
  'config/disposed': 'This client has been disposed',
  'config/not-built': '{feature} is not built yet',
  'config/no-adapter': "Adapter for namespace {namespace} doesn't exist", // S3.8.3
  'config/peer-missing': '{feature} needs a package that is not installed: {install}',
  'config/not-created': 'Please call "createLatchkey" before using "useLatchkey" hook', // spec
  'config/no-modal': 'Nothing on this page shows the modal: render LatchkeyModal',
  'config/invalid-app-configuration': 'Invalid App Configuration', // spec
  'config/origin-not-allowed': 'Unauthorized: origin not allowed', // spec
  'config/invalid-project-id': 'Unauthorized: invalid key', // spec
  'config/project-id-not-configured': 'Project ID Not Configured', // spec
  'config/endpoint-off': '{feature} is off: no {endpoint} endpoint is configured',
  'config/feature-off': '{feature} is switched off by {option}',

  // Networks
  'network/not-requested': "Network {network} isn't in the `networks` option",
  'network/switch-failed': 'Chain is not supported', // spec
  'network/wrong-chain': 'The wallet is on {actual}, not on {expected}',
  'network/not-found': 'Network Not Found', // spec
  'network/not-added': 'The wallet does not know this network and did not add it',
  'network/invalid-chain-id': 'The wallet reports an invalid chain id',
  'network/no-endpoint': 'RPC URL not found for chainId {network}',
  'network/endpoint-mismatch': 'The RPC endpoint of {expected} serves {actual}',

  // Connecting
  'connection/not-connected': 'Not connected', // spec
  'connection/connector-not-found': 'Connector {id} was not found',
  'connection/namespace-not-configured':
    "Namespace '{namespace}' is not configured. Please call connect() first with namespace config.", // spec
  'connection/unknown': 'There is no connection {id}',
  'connection/no-accounts': 'The wallet has no account for this chain family',
  'connection/account-not-connected': 'The account {account} is not connected',
  'connection/provider-not-found': 'Provider not found', // spec
  'connection/failed': 'Failed to connect to the wallet', // spec
  'connection/disconnect-failed': 'Failed to disconnect', // spec
  'connection/walletconnect-not-found': 'WalletConnectConnector not found', // spec
  'connection/pairing-expired': 'The pairing uri has expired',
  'connection/pairing-attempts': 'Max auto pairing attempts reached', // S3.4.4
  'connection/relay-unreachable': 'The WalletConnect relay cannot be reached',
  'session/expired': 'JWT validation error: JWT Token is not yet valid', // spec

  // The wallet's responses (EIP-1193, EIP-5792)
  'wallet/user-rejected': 'The request was declined in the wallet',
  'wallet/unauthorized': 'The wallet has not authorized this request',
  'wallet/disconnected': 'The wallet is disconnected from every chain',
  'wallet/chain-disconnected': 'The wallet is disconnected from this chain',
  'wallet/request-pending': 'The wallet already has an open request: answer it there first',
  'wallet/request-expired': 'The request expired before the wallet answered it',
  'wallet/answer-missed': 'The wallet may have answered. Check it before you send again',
  'wallet/timeout': 'The wallet did not answer within {seconds} seconds',
  'wallet/invalid-answer': 'The wallet returned an invalid response to {method}: expected {expected}',
  'wallet/closed-during-request': 'The wallet disconnected before it answered',
  'wallet/send-in-progress': 'A transaction of this account is waiting in the wallet',
  'wallet/send-spent': 'This prepared send was already used',
  'wallet/fee-above-limit': 'The fee of {fee} is above the limit of {limit}',
  'wallet/feature-unsupported': 'The wallet does not support the "{feature}" feature', // S3.5.5
  'wallet/method-unsupported': 'The method "{method}" is not supported by the wallet', // S3.5.5
  'wallet/transaction-altered': 'The wallet signed a different transaction than requested',
  'calls/capability-unsupported': 'The wallet does not support a capability that the calls require',
  'calls/chain-unsupported': 'The wallet does not support batched calls on this chain',
  'calls/duplicate-id': 'There is already a batch with this id',
  'calls/unknown-id': 'The wallet does not know this batch',
  'calls/too-large': 'The batch is too large for the wallet',
  'calls/upgrade-rejected': 'The account upgrade that the batch needs was declined',
  'calls/not-atomic': 'The wallet cannot run these calls as one',

  // Hardware wallets
  'ledger/unavailable': 'This browser cannot reach a Ledger: it has no WebHID',
  'ledger/locked': 'The Ledger is locked',
  'ledger/wrong-app': 'Open the {app} app on the Ledger',
  'ledger/unplugged': 'The Ledger is not connected',
  'ledger/other-account': 'The Ledger has another account than {expected}: {actual}',
  'ledger/blind-signing-off': 'Blind signing is off in the {app} app of the Ledger',

  // Adapters
  'adapter/unsupported': '{capability} is not supported by {subject}',
  // Errors of adapters (S2.8)
  'adapter/load-error': 'The wallet could not be loaded',
  'adapter/account-error': 'The wallet returned no valid account',
  'adapter/public-key-error': 'The wallet returned no valid public key',
  'adapter/wallet-not-ready': 'The wallet is not ready',
  'adapter/config-error': 'The wallet is not configured correctly',
  'adapter/connection-error': 'The connection to the wallet failed',
  'adapter/disconnected': 'The wallet disconnected',
  'adapter/not-connected': 'The wallet is not connected',
  'adapter/send-transaction-error': 'The transaction could not be sent',
  'adapter/sign-transaction-error': 'The transaction could not be signed',
  'adapter/sign-message-error': 'The message could not be signed',

  // Solana (S2.8)
  'solana/connection-not-set': 'Connection is not set',
  'solana/no-public-key': 'No public key found',
  'solana/wallet-not-connected': 'Wallet not connected',
  'solana/account-not-found': 'Account not found',
  'solana/address-not-found': 'Address not found',
  'solana/empty-result': 'Empty result',
  'solana/invalid-chain-id': 'Invalid chain id', // S3.5.5
  'solana/invalid-transactions': 'Invalid transactions response', // S3.5.5
  'solana/version-unsupported': 'The wallet cannot sign version {version} transactions',

  // JSON-RPC (S2.8)
  'rpc/parse': 'The request could not be parsed',
  'rpc/invalid-request': 'The request is not valid JSON-RPC',
  'rpc/method-unsupported': 'The method {method} is not supported',
  'rpc/invalid-params': 'The parameters of {method} are invalid',
  'rpc/internal': 'The wallet or node reported an internal error',
  'rpc/invalid-input': 'The input was refused',
  'rpc/not-found': 'The requested resource was not found',
  'rpc/unavailable': 'The requested resource is not available',
  'rpc/not-kept': "The endpoint {host} doesn't keep what {method} needs",
  'rpc/refused': 'The endpoint {host} refuses {method}',
  'rpc/transaction-rejected': 'The transaction was rejected',
  'rpc/limit-exceeded': 'Too many requests were made',
  'rpc/version': 'This version of JSON-RPC is not supported',
  'rpc/unknown': 'The wallet or node reported an unknown error',
  'rpc/invalid-response': "The endpoint's response isn't JSON-RPC",
  'rpc/method-not-allowed': 'Requested RPC call is not allowed', // spec
  'rpc/unreachable': 'The endpoint {host} cannot be reached',
  'rpc/maybe-sent': 'The transaction{hash} may have been sent, but the answer was lost',
  'rpc/invalid-value': 'The endpoint returned an impossible value for {method}',

  // Node errors (S2.8)
  'node/fee-cap-too-high': 'The fee cap is higher than a chain allows',
  'node/fee-cap-too-low': 'The fee cap is below the base fee of the block',
  'node/nonce-too-high': 'The nonce is higher than the next one of the account',
  'node/nonce-too-low': 'The nonce was already used',
  'node/nonce-max': 'The account has used its last nonce',
  'node/insufficient-funds': 'The account cannot pay for the amount and the fee',
  'node/intrinsic-gas-too-high': 'The gas limit is higher than a block allows',
  'node/intrinsic-gas-too-low': 'The gas limit is too low to run the transaction',
  'node/transaction-type-unsupported': 'The chain does not support this type of transaction',
  'node/tip-above-fee-cap': 'The priority fee is higher than the fee cap',
  'node/execution-reverted': 'The contract reverted the call{reason}',
  'node/bad-signature': "The signature doesn't match the transaction",
  'node/transaction-expired': 'The transaction was not sent in time',
  'node/transaction-failed': 'The transaction failed: {reason}',
  'node/transaction-replaced': 'The transaction {by} took the place of {hash}{according}',
  'node/transaction-unknown': 'The outcome of {hash} is unknown: {reason}',
  'node/fee-too-low': 'The fee is lower than the node accepts',

  // HTTP
  'http/status': 'HTTP status code: {status}', // spec
  'http/timeout': '{host} did not answer within {ms} ms',
  'http/unreachable': '{host} cannot be reached',
  'http/redirected': '{host} redirected the request',
  'http/invalid-body': '{host} returned an invalid body: expected {expected}',

  // The embedded wallet's frame (S2.8)
  'frame/load-failed': 'Unable to load email login dependency',
  'frame/aborted': 'Something went wrong',
  'frame/request-aborted': 'Request was aborted',
  'frame/error': 'An error occurred',
  'frame/not-set': 'W3mFrame: iframe is not set',
  'frame/request-timeout': 'Embedded Wallet Request Timed Out',
  'frame/invalid-request': '{reason}',
  'frame/taken': 'The page already has an embedded wallet',
  'frame/failed': '{reason}',
  'frame/window-blocked': "The wallet's window couldn't be opened or reached",
  'frame/cooldown': 'Please try again after {n} seconds',
  'social/popup-failed': 'Could not create social popup',
  'social/popup-blocked': 'Could not open social popup',
  'social/no-redirect': 'Could not fetch the social redirect uri',
  'social/timed-out': 'Social login timed out. Please try again.',
  'social/untrusted-origin': 'Untrusted Origin',
  'social/popup-closed': 'Popup closed',

  // Account data
  'data/balances-failed': 'Token Balance Unavailable', // spec
  'data/history-failed': 'Failed to fetch transactions', // spec

  // Buying
  'onramp/unsupported': '{provider} does not sell on {network}',
  'onramp/invalid-link': '{provider} returned an invalid link',
  'onramp/no-price': "{provider} hasn't quoted this amount",
  'onramp/amount-out-of-range': 'The amount must be from {min} to {max} {currency}',
  'onramp/timed-out': "{provider} didn't report the purchase within {seconds} seconds",

  // Sign-in, names and swaps: most messages are from the specification
  'siwx/not-enabled': 'SIWX is not enabled',
  'siwx/no-address': 'No ActiveCaipAddress found',
  'siwx/no-network': 'No ActiveCaipNetwork or client found',
  'siwx/no-client': 'No ConnectionController client found',
  'siwx/signature-declined': 'Signature declined', // S1.8
  'siwx/smart-account': 'This application might not support Smart Accounts', // S1.8
  'siwx/initialize-failed': 'A problem occurred while trying initialize authentication', // S1.8
  'siwx/invalid-message': 'The sign-in message is not valid: {reason}',
  'siwx/changed-message': 'The wallet signed a different message',
  'siwx/wrong-domain': 'The sign-in is for "{value}", not for "{expected}"',
  'siwx/wrong-uri': 'The sign-in is for the page "{value}", not for "{expected}"',
  'siwx/wrong-chain': 'The sign-in is for {value}, not for {expected}',
  'siwx/wrong-address': 'The sign-in is for account {value}, not {expected}',
  'siwx/wrong-nonce': "The sign-in's nonce doesn't match the one issued",
  'siwx/issued-in-future': 'The sign-in was issued in the future: {value}',
  'siwx/too-old': 'The sign-in was issued too long ago: {value}',
  'siwx/not-yet-valid': 'The sign-in is not valid before {value}',
  'siwx/expired': 'The sign-in expired at {value}',
  'siwx/invalid-signature': 'The signature is not valid', // S3.6.5
  'siwx/unverifiable': 'The signature could not be checked: {reason}',
  'siwx/other-user': 'The account belongs to another user',
  'siwx/server-failed': 'The sign-in server failed: {reason}',
  'siwx/not-authenticated': 'Not authenticated', // S3.6.5
  'siwx/no-message-params': 'Failed to get message params!', // S3.6.5
  'siwx/verify-failed': 'Failed to verify message', // S3.6.5
  'siwx/siwe-failed': 'Error verifying SIWE signature', // S3.6.5
  'siwx/incomplete-session': 'SIWE session is missing {field}', // S3.6.5
  'name/resolve-failed': 'Error resolving name',
  'name/needs-gateway': 'The name needs a gateway outside the network (CCIP-Read)', // EIP-3668
  'name/suggestions-failed': 'Error fetching name suggestions',
  'name/reverse-failed': 'Error fetching names for address',
  'name/register-failed': 'Error registering name {name}',
  'name/network-not-found': 'Network not found',
  'name/connector-not-found': 'Address or auth connector not found',
  'swap/gas-price-unsupported': 'Network not supported for Gas Price',
  'swap/unsupported': 'Network not supported for Swaps',
  'swap/no-address': 'No address found to swap the tokens from.', // S3.3.8, also for the next six messages
  'swap/initialize-failed': 'Failed to initialize swap',
  'swap/price-failed': 'Failed to fetch network token price',
  'swap/no-quote': 'Incorrect amount',
  'swap/allowance-failed': 'Failed to check allowance',
  'swap/approval-failed': 'Failed to create approval transaction',
  'swap/build-failed': 'Failed to create transaction',
  'swap/mismatch': "The swap's {field} doesn't match the request: {reason}",
  'swap/changed': 'The price changed. Review the swap again.',
  'swap/shortfall': 'Only {received} arrived, less than the minimum of {minimum}',

  // Smart sessions (S3.8.4)
  'permissions/not-enabled': 'Smart sessions are not enabled',
  'permissions/unsupported-namespace': 'Unsupported namespace', // S3.8.4
  'permissions/invalid-request': '{reason}', // S3.8.4
  'permissions/unsupported': 'The wallet does not support {what}',
  'permissions/no-response': 'No response received from grantPermissions', // S3.8.4
  'permissions/invalid-response': 'Invalid grantPermissions response', // S3.8.4
  'permissions/other-grant': 'The wallet granted a different {field} than requested',
  'permissions/unknown': 'This account has no such smart session',
  'permissions/list-failed': 'Error fetching smart sessions', // S3.8.4
  'permissions/revoke-failed': 'Error revoking smart session', // S3.8.4

  // Control flow
  'flow/aborted': 'The operation was canceled',
  'flow/superseded': 'A newer request replaced this one',

  // Any other error. A controller's public methods wrap such errors.
  'internal/unexpected': '{message}',
} as const satisfies Record<string, string>

export type ErrorCode = keyof typeof catalogue
type DomainOf<C extends string> = C extends `${infer D}/${string}` ? D : never
export type ErrorDomain = DomainOf<ErrorCode>
export type ErrorCodeOf<D extends ErrorDomain> = Extract<ErrorCode, `${D}/${string}`>

/**
 * The categories of errors (S1.8, S3.3.0). `VISITOR_DECISION` isn't in the specification: the visitor rejected the request in the
 * wallet, or the call was canceled or replaced by a newer one. No fix is needed.
 */
export type ErrorCategory =
  | 'INTERNAL_SDK_ERROR'
  | 'API_ERROR'
  | 'DATA_PARSING_ERROR'
  | 'SECURE_SITE_ERROR'
  | 'VISITOR_DECISION'
