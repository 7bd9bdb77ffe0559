/** Of each code what it means and what to do. Written by scripts/explain-errors.mjs from docs/errors.md. */
export const errorExplanations: Readonly<Record<string, readonly [meaning: string, remedy: string]>> = {
  'caip/invalid-network-id': [
    'The text is not a CAIP-2 id of one of the five chain families.',
    'Write the network as namespace:reference, such as eip155:1.',
  ],
  'caip/invalid-address': [
    'The text is not a CAIP-10 account of one of the five chain families.',
    'Write the account as namespace:reference:address, such as eip155:1:0xab16….',
  ],
  'caip/invalid-asset-id': [
    'The text is not a CAIP-19 asset of one of the five chain families.',
    'Write the asset as network/kind:reference, such as eip155:1/erc20:0x6b17….',
  ],
  'validation/invalid-input': [
    'A field was refused; the message names it and says why.',
    'Correct the field that the message names.',
  ],
  'validation/invalid-amount': [
    'The amount is not a plain decimal number that the asset can hold.',
    'Write digits with at most one dot and no more decimals than the asset has, such as 0.25.',
  ],
  'validation/invalid-address': [
    'The text is not an address of this chain family, or its checksum is wrong.',
    'Copy the address again from where it came; do not correct it by hand.',
  ],
  'validation/amount-and-receiver-required': [
    'Sending was asked for without an amount or without a receiver.',
    'Give both an amount and the address of the receiver.',
  ],
  'validation/token-required': [
    'Sending was asked for without saying what to send.',
    'Choose the token to send.',
  ],
  'validation/unsupported-chain': [
    'The modal does not send on this chain family.',
    'Switch to a supported network, or widen features.send.namespaces.',
  ],
  'validation/account-required': [
    'Transactions were asked for while nobody was connected.',
    'Connect a wallet before asking for its transactions.',
  ],
  'validation/insufficient-balance': [
    'The account holds less than the amount and the fee together.',
    'Send less, or fund the account first.',
  ],
  'validation/invalid-chain-id': [
    "The number is no chain id from which a name's coin type can be made.",
    'Use a whole chain id below 2147483648.',
  ],
  'config/invalid-options': [
    'An option was refused; the message names the field and the reason.',
    'Correct the option that the message names.',
  ],
  'config/conflicting-options': [
    'Both ways of signing in were configured.',
    'Keep siwx and remove siweConfig.',
  ],
  'config/already-created': [
    'Two clients of one name would share their storage.',
    'Dispose the first client, or give this one another name.',
  ],
  'config/not-created': [
    'A hook was used where there is no client.',
    'Call createLatchkey and put the provider above the component that uses the hook.',
  ],
  'config/not-built': [
    'An option or a view was asked for that this version does not have. It is refused rather than ignored, since an app may rely on it.',
    'Leave it out, or use a version that has it.',
  ],
  'config/disposed': ['The client was used after dispose.', 'Create a new client with createLatchkey.'],
  'config/peer-missing': [
    'A library that only this feature needs is not installed.',
    'Run the install line that the message shows.',
  ],
  'config/invalid-app-configuration': [
    'A hosted service refused this application.',
    'Check the project id and the allowed origins where the project is configured.',
  ],
  'config/origin-not-allowed': [
    'The origin of this page is not on the allowlist of the project.',
    'Add the origin where the project is configured.',
  ],
  'config/invalid-project-id': [
    'The hosted service does not know the project id.',
    "Check the projectId option against the project's page.",
  ],
  'config/project-id-not-configured': [
    'An endpoint that needs a project id is set, and there is none.',
    'Set the projectId option, or remove the endpoint.',
  ],
  'config/no-adapter': [
    'No adapter of this chain family was passed to createLatchkey.',
    "Add the family's adapter to the adapters option.",
  ],
  'config/endpoint-off': [
    'The feature needs a service whose address is not configured.',
    'Set the endpoint that the message names, or leave the feature off.',
  ],
  'network/not-found': [
    'The network is not in the networks option.',
    'Add the network to the networks option, or choose one that is in it.',
  ],
  'network/not-requested': [
    'The wallet or the call names a network that the host did not request.',
    'Switch to one of the requested networks, or add this one to the networks option.',
  ],
  'network/not-added': [
    'The wallet does not know the network, and adding it was declined or is not possible.',
    'Add the network in the wallet by hand, then switch again.',
  ],
  'network/switch-failed': [
    'The wallet was asked to switch and is still on another network.',
    'Switch the network in the wallet itself.',
  ],
  'network/invalid-chain-id': [
    "The wallet's chain id is no number, or it refused the one it was given.",
    "Switch the network in the wallet itself; if it stays, report it to the wallet's makers.",
  ],
  'network/wrong-chain': [
    'The wallet is not on the chain that the request is for; nothing was sent.',
    'Switch the wallet to the expected network and try again.',
  ],
  'network/endpoint-mismatch': [
    'An RPC endpoint serves another chain than the one it is configured for; it is not used.',
    'Correct the RPC URL of the network.',
  ],
  'network/no-endpoint': [
    'The network has no RPC URL.',
    'Give the network an RPC URL in rpcUrls or customRpcUrls.',
  ],
  'connection/not-connected': ['The call needs a connected wallet.', 'Connect a wallet first.'],
  'connection/unknown': [
    'The id names no connection of this adapter; it may have ended meanwhile.',
    'Read the current connections and use one of those.',
  ],
  'connection/no-accounts': [
    'The wallet is connected but shows no account of this chain family.',
    'Create or select an account of this family in the wallet.',
  ],
  'connection/account-not-connected': [
    'The account is not among those that the wallet shows.',
    'Select the account in the wallet, or use one that is connected.',
  ],
  'connection/connector-not-found': [
    'There is no connector of this id; the wallet may not be installed.',
    'Install or enable the wallet, then reload the page.',
  ],
  'connection/provider-not-found': [
    'The wallet announced itself without anything to talk to.',
    'Reload the page; if it stays, reinstall the wallet.',
  ],
  'connection/namespace-not-configured': [
    'The session does not cover this chain family.',
    'Connect again and ask for this family too.',
  ],
  'connection/failed': [
    'The wallet could not be connected; the cause says more.',
    'Try again; if it stays, restart the wallet.',
  ],
  'connection/disconnect-failed': [
    'At least one connection could not be ended at the wallet; here it is ended.',
    'Remove the connection in the wallet too.',
  ],
  'connection/walletconnect-not-found': [
    'No WalletConnect connector was passed to createLatchkey.',
    'Add walletConnect() to the connectors option.',
  ],
  'connection/pairing-expired': [
    'The pairing link was not used in time.',
    'Start connecting again and scan the new code.',
  ],
  'connection/pairing-attempts': [
    'The pairing link was shown, and replaced each time it expired, and nobody used it.',
    'Start connecting again when the wallet is at hand.',
  ],
  'connection/relay-unreachable': [
    'The server that carries messages between the page and the wallet did not answer.',
    "Check the network, and that nothing blocks the relay's host, then try again.",
  ],
  'session/expired': [
    'The session token is not valid yet or no longer, often because a clock is wrong.',
    'Check the time settings of the device and connect again.',
  ],
  'wallet/user-rejected': [
    'The person declined the request in the wallet.',
    'Ask again when they want to; nothing was done.',
  ],
  'wallet/unauthorized': [
    'The wallet does not allow this site, this account or this method.',
    'Connect the wallet again and grant what it asks for.',
  ],
  'wallet/disconnected': [
    'The wallet has no connection to any chain.',
    "Check the wallet's network, then try again.",
  ],
  'wallet/chain-disconnected': [
    'The wallet has no connection to this chain.',
    'Switch the network in the wallet, or wait until it is reachable again.',
  ],
  'wallet/request-pending': [
    'The wallet shows an earlier request that nobody has answered.',
    'Open the wallet and answer the request that is waiting there.',
  ],
  'wallet/invalid-answer': [
    "The wallet's answer has not the form that the method asks for; it was not used.",
    "Update the wallet; if it stays, report it to the wallet's makers.",
  ],
  'wallet/closed-during-request': [
    'The wallet disconnected while a request was open; it may still carry it out.',
    'Look in the wallet whether the request was carried out before asking again.',
  ],
  'wallet/timeout': [
    'The wallet did not answer in time; it may still carry the request out.',
    'Look in the wallet whether a request is waiting before asking again.',
  ],
  'wallet/request-expired': [
    'Nobody answered the request in the wallet while it was valid.',
    'Ask again, and answer in the wallet within five minutes.',
  ],
  'wallet/send-in-progress': [
    'An earlier transaction of the same account has not been answered yet.',
    'Answer the transaction in the wallet first.',
  ],
  'wallet/send-spent': [
    'What `prepareSend` gives reaches the wallet once, whatever came of it, so that nothing is paid twice.',
    'Look whether the first one was sent; if it was not, prepare another one.',
  ],
  'wallet/feature-unsupported': [
    'The wallet lacks a wallet-standard feature that this call needs.',
    'Update the wallet, or choose one that has the feature.',
  ],
  'wallet/method-unsupported': [
    'The wallet did not approve, or does not have, the method that this call needs.',
    'Update the wallet, or choose one that has the method.',
  ],
  'wallet/transaction-altered': [
    'What the wallet signed is not what it was given. It was not sent.',
    "Nothing was sent: try again, and report it to the wallet's makers if it stays.",
  ],
  'calls/capability-unsupported': [
    'The batch requires a capability that the wallet does not have (5700).',
    'Mark the capability optional, or send the calls one by one.',
  ],
  'calls/chain-unsupported': [
    'The wallet batches no calls on this chain (5710).',
    'Send the calls one by one, or switch the network.',
  ],
  'calls/duplicate-id': ['A batch of this id was sent before (5720).', 'Use a new id, or none.'],
  'calls/unknown-id': [
    'The wallet has no batch of this id (5730).',
    'Check the id, and that the same wallet is connected.',
  ],
  'calls/too-large': ['The batch has more calls than the wallet takes (5740).', 'Split the batch.'],
  'calls/upgrade-rejected': [
    'The batch needs the account upgraded, which was declined (5750).',
    'Accept the upgrade in the wallet, or send the calls one by one.',
  ],
  'calls/not-atomic': [
    'The wallet cannot promise all or nothing (5760).',
    'Send the batch without asking for atomicity, or one by one.',
  ],
  'adapter/unsupported': [
    'The chain family or this wallet cannot do this; nothing was asked of the wallet.',
    'Check supports() first, or use a wallet that can.',
  ],
  'adapter/wallet-not-ready': [
    'The wallet is installed but not unlocked or not set up.',
    'Unlock the wallet and try again.',
  ],
  'adapter/load-error': [
    'The code of the wallet could not be loaded.',
    'Check the network and any content blocker, then reload the page.',
  ],
  'adapter/config-error': [
    'The wallet refused how it was configured.',
    "Check the options that are passed to this wallet's connector.",
  ],
  'adapter/connection-error': [
    'The connection to the wallet broke or was never made.',
    'Connect the wallet again.',
  ],
  'adapter/disconnected': ['The wallet ended the connection.', 'Connect the wallet again.'],
  'adapter/account-error': [
    "The wallet's account could not be read.",
    'Select an account in the wallet and try again.',
  ],
  'adapter/public-key-error': [
    "The wallet's public key could not be read.",
    'Select another account in the wallet, or update it.',
  ],
  'adapter/not-connected': ['The wallet was used before it was connected.', 'Connect the wallet first.'],
  'adapter/send-transaction-error': [
    'The wallet took the transaction and could not send it; the cause says more.',
    'Look at the cause, then try again.',
  ],
  'adapter/sign-transaction-error': [
    'The wallet could not sign the transaction; the cause says more.',
    'Look at the cause, then try again.',
  ],
  'adapter/sign-message-error': [
    'The wallet could not sign the message; the cause says more.',
    'Look at the cause, then try again.',
  ],
  'rpc/parse': [
    'The other side could not read the request as JSON (-32700).',
    'Check that nothing between here and the endpoint changes requests.',
  ],
  'rpc/invalid-request': [
    'The other side does not take the request for JSON-RPC (-32600).',
    'Check that the URL is a JSON-RPC endpoint.',
  ],
  'rpc/method-unsupported': [
    'The other side does not have this method (-32601, -32004, 4200).',
    'Use an endpoint or a wallet that has the method.',
  ],
  'rpc/invalid-params': [
    'The other side refused the parameters (-32602).',
    "Check the parameters against the method's definition.",
  ],
  'rpc/internal': [
    'Something went wrong on the other side (-32603).',
    'Try again later; if it stays, use another endpoint.',
  ],
  'rpc/invalid-input': [
    'The other side refused the input (-32000); details has its words.',
    'Read details, correct the request and try again.',
  ],
  'rpc/not-found': [
    'What was asked for does not exist on the other side (-32001).',
    'Check the identifiers, and that the endpoint keeps data that old.',
  ],
  'rpc/unavailable': [
    'What was asked for exists but cannot be had now (-32002).',
    'Try again later, or use another endpoint.',
  ],
  'rpc/transaction-rejected': [
    'The node did not take the transaction (-32003); details has its words.',
    'Read details, correct the transaction and try again.',
  ],
  'rpc/limit-exceeded': [
    'The endpoint counts requests and this was one too many (-32005, 429).',
    'Wait, or use an endpoint of your own.',
  ],
  'rpc/version': [
    'The other side speaks another version of JSON-RPC (-32006).',
    'Check that the URL is a JSON-RPC 2.0 endpoint.',
  ],
  'rpc/unknown': [
    'The other side answered with a number that no standard names; rpcCode and details have it.',
    'Read details, then try again.',
  ],
  'rpc/invalid-response': [
    'The answer is not JSON-RPC: no result and no error, both, or another id.',
    'Check that the URL is a JSON-RPC endpoint, or use another one.',
  ],
  'rpc/method-not-allowed': [
    'The embedded wallet takes only the methods on its list.',
    'Use one of the allowed methods.',
  ],
  'rpc/unreachable': [
    'No endpoint of the network answered.',
    'Check the network connection and the RPC URL.',
  ],
  'rpc/invalid-value': [
    "The endpoint's answer cannot be true, so it was not used.",
    'Use another endpoint for this network.',
  ],
  'node/fee-cap-too-high': [
    "The highest fee of the transaction is above what can be, or above the node's own cap.",
    'Lower the fee.',
  ],
  'node/fee-cap-too-low': [
    'The highest fee of the transaction does not cover the base fee of the block.',
    'Raise the fee, or wait until the base fee falls.',
  ],
  'node/nonce-too-high': [
    'Transactions before this one are missing.',
    "Wait for the earlier transactions, or reset the account's history in the wallet.",
  ],
  'node/nonce-too-low': [
    'A transaction of this number was sent before; it may be this very one.',
    'Look whether the transaction is on the chain before sending again.',
  ],
  'node/nonce-max': ['The account cannot send any more transactions.', 'Use another account.'],
  'node/insufficient-funds': [
    "The account's balance does not cover the amount and the highest possible fee.",
    'Fund the account, or send less.',
  ],
  'node/intrinsic-gas-too-high': [
    'The gas limit of the transaction is above that of a block.',
    'Lower the gas limit.',
  ],
  'node/intrinsic-gas-too-low': [
    "The gas limit does not even pay for the transaction's data.",
    'Raise the gas limit, or leave it out so that it is estimated.',
  ],
  'node/transaction-type-unsupported': [
    'The chain does not know this type of transaction.',
    'Send a transaction of an older type.',
  ],
  'node/tip-above-fee-cap': [
    'The priority fee is higher than the highest fee.',
    'Lower the priority fee, or raise the highest fee.',
  ],
  'node/execution-reverted': [
    'The contract stopped with an error; the message has its reason where it gave one.',
    'Correct what the reason says: often a balance, an allowance or an argument.',
  ],
  'node/bad-signature': [
    'The node checked the signature, and it is not one of the sender over this transaction on this chain.',
    'Sign again; if it stays, the wallet signs for another chain or another version of it.',
  ],
  'node/transaction-expired': [
    'A signed transaction is good for a number of blocks, and they have passed.',
    'Send again, and approve in the wallet sooner.',
  ],
  'node/transaction-failed': [
    'Who waited for a transaction (`waitForTransaction`) learns here that a block took it and carried it out as a failure, or that it can land no more.',
    'Read the reason; the fee is paid if a block took it, and nothing else has moved.',
  ],
  'node/fee-too-low': [
    'A node takes a transaction only for the gas price that its operator asks. What was offered is less.',
    'Raise the gas price of the network, or use another RPC endpoint.',
  ],
  'http/status': [
    'The host answered with a status that means failure.',
    'Look up the status; 401 and 403 ask for credentials or an allowed origin, 429 and 5xx for patience.',
  ],
  'http/timeout': [
    'The host did not answer in time.',
    'Try again; if it stays, check the host or use another one.',
  ],
  'http/unreachable': [
    'No connection to the host could be made.',
    'Check the network connection and the URL.',
  ],
  'http/invalid-body': [
    'The host answered with something other than what was asked for, such as an HTML page.',
    'Check that the URL is the right one, and that no login page stands before it.',
  ],
  'frame/load-failed': [
    'The frame of the embedded wallet did not load.',
    'Check the frame endpoint, the content security policy and any content blocker.',
  ],
  'frame/aborted': ['The frame was reset while a request was open.', 'Try again.'],
  'frame/request-aborted': ['The frame was reset while an RPC request was open.', 'Try again.'],
  'frame/error': ['The frame reported an error without a text.', 'Try again.'],
  'frame/not-set': ['The frame was used before it was made.', 'Wait until the embedded wallet is ready.'],
  'frame/request-timeout': ['The frame did not answer in time.', 'Try again later.'],
  'frame/cooldown': ['An email was sent a moment ago.', 'Wait as long as the message says.'],
  'siwx/not-enabled': ['Sign-in was asked for and is not configured.', 'Set the siwx option.'],
  'siwx/no-address': ['There is no account to sign in with.', 'Connect a wallet first.'],
  'siwx/no-network': ['There is no network to sign in on.', 'Choose a network first.'],
  'siwx/no-client': ['There is nothing that could sign.', 'Connect a wallet first.'],
  'name/resolve-failed': ['The name could not be looked up.', 'Check the spelling, or try again later.'],
  'name/suggestions-failed': ['No suggestions could be had.', 'Try again later.'],
  'name/reverse-failed': ['The names of an address could not be looked up.', 'Try again later.'],
  'name/register-failed': ['The name was not registered.', 'Choose another name, or try again later.'],
  'name/network-not-found': ['There is no network to register a name on.', 'Choose a network first.'],
  'name/connector-not-found': [
    'Names are registered with the embedded wallet, which is not connected.',
    'Connect with email or a social account first.',
  ],
  'swap/gas-price-unsupported': [
    'The service has no gas price for this network.',
    'Switch to a network on which swaps are offered.',
  ],
  'swap/unsupported': [
    'Swaps are not offered on this network.',
    'Switch to a network on which swaps are offered.',
  ],
  'solana/connection-not-set': [
    'The Solana adapter has no endpoint to talk to.',
    'Give the network an RPC URL.',
  ],
  'solana/no-public-key': ['The wallet shows no public key.', 'Select an account in the wallet.'],
  'solana/wallet-not-connected': [
    'The wallet was used before it was connected.',
    'Connect the wallet first.',
  ],
  'solana/account-not-found': [
    'The account does not exist on the chain.',
    'Fund the account, or check the address.',
  ],
  'solana/address-not-found': ['The wallet shows no address.', 'Select an account in the wallet.'],
  'solana/empty-result': ['The wallet answered with nothing.', 'Try again; if it stays, update the wallet.'],
  'solana/invalid-chain-id': [
    'The wallet has no chain by the name or the id of this network.',
    'Choose a network that the wallet has.',
  ],
  'solana/invalid-transactions': [
    'The wallet was asked to sign several transactions and answered with something else.',
    'Sign the transactions one by one, or use another wallet.',
  ],
  'solana/version-unsupported': [
    'The wallet says which versions of transactions it signs, and this one is not among them.',
    'Build a legacy transaction, or use another wallet.',
  ],
  'flow/aborted': [
    'The caller, or the end of the client, cancelled the operation.',
    'Nothing to do; start again when it is wanted.',
  ],
  'flow/superseded': [
    'A newer call of the same kind replaced this one.',
    'Nothing to do; the newer call goes on.',
  ],
  'internal/unexpected': [
    'An error that no boundary knows; the cause is the original.',
    'Please report it with the cause and how to bring it about.',
  ],
}
