/** Of each code what it means to a visitor. Written by scripts/explain-errors.mjs from docs/errors.md. */
export const englishErrors = {
  'caip/invalid-network-id': 'The page has made a mistake. Tell those who run it, with this code.',
  'caip/invalid-address': 'The page has made a mistake. Tell those who run it, with this code.',
  'caip/invalid-asset-id': 'The page has made a mistake. Tell those who run it, with this code.',
  'validation/invalid-input':
    'A field was refused; the message names it and says why. Correct the field that the message names.',
  'validation/invalid-amount':
    'The amount is not a plain decimal number that the asset can hold. Write digits with at most one dot and no more decimals than the asset has, such as 0.25.',
  'validation/invalid-address':
    'The text is not an address on this network, or it was mistyped. Copy it again from where it came; do not correct it by hand.',
  'validation/amount-and-receiver-required':
    'Sending was asked for without an amount or without a receiver. Give both an amount and the address of the receiver.',
  'validation/token-required': 'Sending was asked for without saying what to send. Choose the token to send.',
  'validation/unsupported-chain': 'Nothing can be sent from here on this network. Switch to another one.',
  'validation/account-required': 'This needs a wallet. Connect one first.',
  'validation/receiver-not-confirmed':
    'The address looks like one that you know but is another, or nobody has its key. Compare every character, then confirm it.',
  'validation/insufficient-balance':
    'The account holds less than the amount and the fee together. Send less, or fund the account first.',
  'validation/invalid-chain-id': 'The page has made a mistake. Tell those who run it, with this code.',
  'config/invalid-options': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/conflicting-options': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/already-created': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/not-created': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/not-built': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/disposed': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/peer-missing': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/invalid-app-configuration':
    'The page is not set up for this. Tell those who run it, with this code.',
  'config/origin-not-allowed': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/invalid-project-id': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/project-id-not-configured':
    'The page is not set up for this. Tell those who run it, with this code.',
  'config/no-adapter': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/endpoint-off': 'The page is not set up for this. Tell those who run it, with this code.',
  'config/feature-off': 'The page is not set up for this. Tell those who run it, with this code.',
  'network/not-found': 'This page does not use that network. Choose one that it lists.',
  'network/not-requested': 'This page does not use that network. Choose one that it lists.',
  'network/not-added':
    'The wallet does not know the network, and it was not added. Add it in the wallet, then switch again.',
  'network/switch-failed':
    'The wallet was asked to switch and is still on another network. Switch the network in the wallet itself.',
  'network/invalid-chain-id':
    "The wallet's chain id is no number, or it refused the one it was given. Switch the network in the wallet itself; if it stays, report it to the wallet's makers.",
  'network/wrong-chain':
    'The wallet is not on the chain that the request is for; nothing was sent. Switch the wallet to the expected network and try again.',
  'network/endpoint-mismatch':
    'The page is not set up for this network. Tell those who run it, with this code.',
  'network/no-endpoint': 'The page is not set up for this network. Tell those who run it, with this code.',
  'connection/not-connected': 'This needs a wallet. Connect one first.',
  'connection/unknown': 'The connection has ended meanwhile. Connect the wallet again.',
  'connection/no-accounts':
    'The wallet is connected but shows no account for this network. Create or select one in the wallet.',
  'connection/account-not-connected':
    'The account is not among those that the wallet shows. Select the account in the wallet, or use one that is connected.',
  'connection/connector-not-found':
    'The wallet is not there; it may have been switched off. Install or enable it, then reload the page.',
  'connection/provider-not-found':
    'The wallet announced itself without anything to talk to. Reload the page; if it stays, reinstall the wallet.',
  'connection/namespace-not-configured':
    'The wallet is not connected for this network. Connect it again, and allow this network too.',
  'connection/failed': 'The wallet could not be connected. Try again; if it stays, restart the wallet.',
  'connection/disconnect-failed':
    'At least one connection could not be ended at the wallet; here it is ended. Remove the connection in the wallet too.',
  'connection/walletconnect-not-found': 'The page is not set up for WalletConnect. Choose another wallet.',
  'connection/pairing-expired':
    'The pairing link was not used in time. Start connecting again and scan the new code.',
  'connection/pairing-attempts':
    'The pairing link was shown, and replaced each time it expired, and nobody used it. Start connecting again when the wallet is at hand.',
  'connection/relay-unreachable':
    'The server that carries messages between the page and the wallet did not answer. Check your connection to the internet, and any content blocker, then try again.',
  'session/expired':
    'The connection is not valid yet or no longer, often because a clock is wrong. Check the time settings of your device and connect again.',
  'wallet/user-rejected':
    'You declined the request in the wallet. Nothing was done; try again whenever you want.',
  'wallet/unauthorized':
    'The wallet does not allow this site what it asked for. Connect the wallet again, and allow it there.',
  'wallet/disconnected':
    "The wallet has no connection to any chain. Check the wallet's network, then try again.",
  'wallet/chain-disconnected':
    'The wallet has no connection to this chain. Switch the network in the wallet, or wait until it is reachable again.',
  'wallet/request-pending':
    'The wallet shows an earlier request that nobody has answered. Open the wallet and answer the request that is waiting there.',
  'wallet/invalid-answer':
    "The wallet's answer could not be understood, and was not used. Update the wallet.",
  'wallet/closed-during-request':
    'The wallet disconnected while a request was open; it may still carry it out. Look in the wallet whether the request was carried out before asking again.',
  'wallet/timeout':
    'The wallet did not answer in time; it may still carry the request out. Look in the wallet whether a request is waiting before asking again.',
  'wallet/request-expired':
    'Nobody answered the request in the wallet while it was valid. Ask again, and answer in the wallet within five minutes.',
  'wallet/send-in-progress':
    'An earlier transaction of the same account has not been answered yet. Answer the transaction in the wallet first.',
  'wallet/send-spent':
    'This was handed to the wallet before, and is not handed over twice. Look whether it was sent; if it was not, start again.',
  'wallet/fee-above-limit':
    'The fee is higher than the one that was agreed to, so nothing was sent. Look at the new fee, or try again later.',
  'wallet/feature-unsupported': 'The wallet cannot do what this needs. Update it, or choose another one.',
  'wallet/method-unsupported':
    'The wallet cannot do what this needs, or was not allowed to. Update it, or choose another one.',
  'wallet/transaction-altered':
    "What the wallet signed is not what it was given. It was not sent. Nothing was sent: try again, and report it to the wallet's makers if it stays.",
  'calls/capability-unsupported': 'The wallet cannot carry these steps out together. Try another wallet.',
  'calls/chain-unsupported': 'The wallet cannot carry these steps out together. Try another wallet.',
  'calls/duplicate-id': 'The wallet cannot carry these steps out together. Try another wallet.',
  'calls/unknown-id': 'The wallet cannot carry these steps out together. Try another wallet.',
  'calls/too-large': 'The wallet cannot carry these steps out together. Try another wallet.',
  'calls/upgrade-rejected':
    'You declined the upgrade of your account that this needs. Accept it in the wallet, then try again.',
  'calls/not-atomic': 'The wallet cannot carry these steps out together. Try another wallet.',
  'adapter/unsupported': 'This wallet cannot do this, and was not asked. Use a wallet that can.',
  'adapter/wallet-not-ready':
    'The wallet is installed but not unlocked or not set up. Unlock the wallet and try again.',
  'adapter/load-error':
    'The code of the wallet could not be loaded. Check the network and any content blocker, then reload the page.',
  'adapter/config-error':
    'The wallet refused how this page reaches it. Tell those who run the page, with this code.',
  'adapter/connection-error':
    'The connection to the wallet broke or was never made. Connect the wallet again.',
  'adapter/disconnected': 'The wallet ended the connection. Connect the wallet again.',
  'adapter/account-error':
    "The wallet's account could not be read. Select an account in the wallet and try again.",
  'adapter/public-key-error':
    "The wallet's public key could not be read. Select another account in the wallet, or update it.",
  'adapter/not-connected': 'The wallet was used before it was connected. Connect the wallet first.',
  'adapter/send-transaction-error':
    'The wallet took the transaction and could not send it. Look in the wallet what became of it, then try again.',
  'adapter/sign-transaction-error': 'The wallet could not sign the transaction. Try again.',
  'adapter/sign-message-error': 'The wallet could not sign the message. Try again.',
  'rpc/parse': 'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/invalid-request':
    'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/method-unsupported': 'The wallet or the network cannot do what this needs. Use another wallet.',
  'rpc/invalid-params':
    'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/internal': 'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/invalid-input': 'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/not-found': 'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/unavailable': 'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/transaction-rejected': 'The network did not take the transaction, and nothing has moved. Try again.',
  'rpc/limit-exceeded': 'The network has too much to do. Wait a moment, then try again.',
  'rpc/version': 'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/unknown': 'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/invalid-response':
    'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'rpc/method-not-allowed': 'This wallet does not do what was asked of it. Use another one.',
  'rpc/unreachable':
    'No server of the network answered. Check your connection to the internet, then try again.',
  'rpc/invalid-value': 'The wallet or the network gave an answer that this page cannot use. Try again later.',
  'node/fee-cap-too-high':
    "The highest fee of the transaction is above what can be, or above the node's own cap. Lower the fee.",
  'node/fee-cap-too-low':
    'The highest fee of the transaction does not cover the base fee of the block. Raise the fee, or wait until the base fee falls.',
  'node/nonce-too-high':
    "Transactions before this one are missing. Wait for the earlier transactions, or reset the account's history in the wallet.",
  'node/nonce-too-low':
    'A transaction of this number was sent before; it may be this very one. Look whether the transaction is on the chain before sending again.',
  'node/nonce-max': 'The account cannot send any more transactions. Use another account.',
  'node/insufficient-funds':
    "The account's balance does not cover the amount and the highest possible fee. Fund the account, or send less.",
  'node/intrinsic-gas-too-high':
    'The gas limit of the transaction is above that of a block. Lower the gas limit.',
  'node/intrinsic-gas-too-low':
    "The gas limit does not even pay for the transaction's data. Raise the gas limit, or leave it out so that it is estimated.",
  'node/transaction-type-unsupported':
    'The network does not know this kind of transaction. Tell those who run the page, with this code.',
  'node/tip-above-fee-cap':
    'The priority fee is higher than the highest fee. Lower the priority fee, or raise the highest fee.',
  'node/execution-reverted':
    'The contract stopped with an error; the message has its reason where it gave one. Correct what the reason says: often a balance, an allowance or an argument.',
  'node/bad-signature':
    'The node checked the signature, and it is not one of the sender over this transaction on this chain. Sign again; if it stays, the wallet signs for another chain or another version of it.',
  'node/transaction-expired':
    'A signed transaction is good for a number of blocks, and they have passed. Send again, and approve in the wallet sooner.',
  'node/transaction-failed':
    'The transaction failed, or can land no more. The fee is paid if a block took it, and nothing else has moved.',
  'node/fee-too-low': 'The fee is lower than the network takes. Offer more, then send again.',
  'http/status':
    'A server that this page needs did not give what was asked for. Check your connection to the internet, then try again.',
  'http/timeout':
    'A server that this page needs did not give what was asked for. Check your connection to the internet, then try again.',
  'http/unreachable':
    'A server that this page needs did not give what was asked for. Check your connection to the internet, then try again.',
  'http/redirected':
    'A server that this page needs did not give what was asked for. Check your connection to the internet, then try again.',
  'http/invalid-body':
    'A server that this page needs did not give what was asked for. Check your connection to the internet, then try again.',
  'data/balances-failed':
    'What you hold could not be read. What is shown is older; it is read again in half a minute.',
  'data/history-failed': 'The list of your transactions could not be read. Try again later.',
  'onramp/unsupported':
    'The provider does not sell on this network. Choose another network, or another provider.',
  'onramp/invalid-link':
    'The provider gave no page that may be opened. Nothing was bought. Try again, or choose another provider.',
  'onramp/no-price':
    'The provider did not say what this amount buys, so nothing can be bought for it. Try again, or leave the amount to its page.',
  'onramp/amount-out-of-range': 'The provider takes no such amount. Choose one within its limits.',
  'onramp/timed-out':
    'The provider has not reported the purchase. If you have paid, the coins still arrive: look at your purchases there before you buy again.',
  'frame/load-failed':
    'The wallet in this page could not be loaded. Check any content blocker, then reload the page.',
  'frame/aborted': 'The wallet in this page did not answer. Try again.',
  'frame/request-aborted': 'The wallet in this page did not answer. Try again.',
  'frame/error': 'The wallet in this page did not answer. Try again.',
  'frame/not-set': 'The wallet in this page did not answer. Try again.',
  'frame/request-timeout': 'The wallet in this page did not answer. Try again.',
  'frame/invalid-request':
    'What you entered is not complete or has another form. Correct it, then try again.',
  'frame/taken': 'This page shows a wallet already. Close the other login first, or reload the page.',
  'frame/failed': 'The wallet in this page refused. Follow what the message says, or try again.',
  'frame/cooldown': 'An email was sent to you a moment ago. Wait as long as the message says.',
  'social/popup-failed': 'You cannot be asked to sign in yet. Connect a wallet and choose a network first.',
  'social/popup-blocked': 'You cannot be asked to sign in yet. Connect a wallet and choose a network first.',
  'social/no-redirect': 'You cannot be asked to sign in yet. Connect a wallet and choose a network first.',
  'social/timed-out': 'You cannot be asked to sign in yet. Connect a wallet and choose a network first.',
  'social/untrusted-origin':
    'You cannot be asked to sign in yet. Connect a wallet and choose a network first.',
  'social/popup-closed': 'You cannot be asked to sign in yet. Connect a wallet and choose a network first.',
  'siwx/not-enabled': 'This page does not ask you to sign in.',
  'siwx/no-address': 'You cannot be asked to sign in yet. Connect a wallet and choose a network first.',
  'siwx/no-network': 'You cannot be asked to sign in yet. Connect a wallet and choose a network first.',
  'siwx/no-client': 'You cannot be asked to sign in yet. Connect a wallet and choose a network first.',
  'siwx/signature-declined': 'You are not signed in: nothing was signed. Try again when you are ready.',
  'siwx/smart-account': 'This page may not know accounts of this kind. Use another account of your wallet.',
  'siwx/initialize-failed': 'Signing in could not begin. Connect your wallet again, or try later.',
  'siwx/invalid-message':
    'What was signed is not what this page asked for, so you are not signed in. Try again.',
  'siwx/changed-message':
    'What was signed is not what this page asked for, so you are not signed in. Try again.',
  'siwx/wrong-domain':
    'What was signed is not what this page asked for, so you are not signed in. Try again.',
  'siwx/wrong-uri': 'What was signed is not what this page asked for, so you are not signed in. Try again.',
  'siwx/wrong-chain': 'What was signed is not what this page asked for, so you are not signed in. Try again.',
  'siwx/wrong-address':
    'What was signed is not what this page asked for, so you are not signed in. Try again.',
  'siwx/wrong-nonce': 'What was signed is not what this page asked for, so you are not signed in. Try again.',
  'siwx/issued-in-future':
    'The time of the sign-in is not right, so you are not signed in. Check the clock of this device, and try again.',
  'siwx/too-old':
    'The time of the sign-in is not right, so you are not signed in. Check the clock of this device, and try again.',
  'siwx/not-yet-valid':
    'The time of the sign-in is not right, so you are not signed in. Check the clock of this device, and try again.',
  'siwx/expired':
    'The time of the sign-in is not right, so you are not signed in. Check the clock of this device, and try again.',
  'siwx/invalid-signature':
    'What was signed is not what this page asked for, so you are not signed in. Try again.',
  'siwx/unverifiable': 'Your sign-in could not be checked. Try again later.',
  'siwx/other-user': 'This account belongs to another user. Sign out, then sign in with this account alone.',
  'siwx/server-failed': 'Your sign-in could not be checked. Try again later.',
  'siwx/not-authenticated': 'Signing in could not begin. Connect your wallet again, or try later.',
  'siwx/no-message-params': 'Signing in could not begin. Connect your wallet again, or try later.',
  'siwx/verify-failed':
    'What was signed is not what this page asked for, so you are not signed in. Try again.',
  'siwx/siwe-failed': 'Your sign-in could not be checked. Try again later.',
  'siwx/incomplete-session': 'Signing in could not begin. Connect your wallet again, or try later.',
  'name/resolve-failed': 'The name could not be looked up. Check the spelling, or try again later.',
  'name/suggestions-failed': 'No suggestions could be had. Try again later.',
  'name/reverse-failed': 'The names of an address could not be looked up. Try again later.',
  'name/register-failed': 'The name was not registered. Choose another name, or try again later.',
  'name/network-not-found': 'There is no network to register a name on. Choose a network first.',
  'name/connector-not-found':
    'Names are registered with the embedded wallet, which is not connected. Connect with email or a social account first.',
  'swap/gas-price-unsupported':
    'The service has no gas price for this network. Switch to a network on which swaps are offered.',
  'swap/unsupported':
    'Swaps are not offered on this network. Switch to a network on which swaps are offered.',
  'swap/no-address': 'No account of an Ethereum network is connected. Connect a wallet first.',
  'swap/initialize-failed': 'The tokens that can be swapped could not be read. Try again in a moment.',
  'swap/price-failed':
    'What tokens are worth in dollars could not be read. The swap itself does not need it. Compare the amounts themselves.',
  'swap/no-quote':
    'Nobody swaps this amount of one token for the other. Enter a valid amount, or choose another token.',
  'swap/allowance-failed':
    'What the exchange may take of the token could not be read from the chain. Try again in a moment.',
  'swap/approval-failed':
    'The approval that the swap needs could not be built. Nothing was signed. Try again in a moment.',
  'swap/build-failed': 'The swap could not be built. Nothing was signed. Try again in a moment.',
  'swap/mismatch':
    'What the swap service built or quoted differs from what was asked for, in the field that is named. Your wallet was not asked. Do not go on with this service; tell those who run the page, with this code.',
  'swap/changed':
    'Less would arrive by now than the review showed. Your wallet was not asked. Look at the new amounts, then swap.',
  'swap/shortfall':
    'The chain carried the swap out, and less arrived than the least that was agreed. Keep the hash of the transaction, and tell those who run the page.',
  'permissions/not-enabled': 'The page is not set up for this. Tell those who run it, with this code.',
  'permissions/unsupported-namespace':
    'Sessions are for Ethereum and its kin. Connect a wallet for one of these networks first.',
  'permissions/invalid-request': 'The page has made a mistake. Tell those who run it, with this code.',
  'permissions/unsupported':
    'This wallet does not grant what the page needs. Go on without a session, or connect another wallet.',
  'permissions/no-response': 'The wallet did not say what it granted. Look at its sessions, then try again.',
  'permissions/invalid-response':
    'Nobody can tell what the wallet granted. Revoke the session in the wallet, or use another one.',
  'permissions/other-grant':
    'The wallet granted another session than the page asked for. Revoke it in the wallet, then try again.',
  'permissions/unknown': 'The session is not one of this account. Open the list again.',
  'permissions/list-failed': 'Sessions that were granted elsewhere could not be read. Try again later.',
  'permissions/revoke-failed': 'The session has not ended. Try again, or end it in the wallet.',
  'solana/connection-not-set':
    'The page is not set up for this network. Tell those who run it, with this code.',
  'solana/no-public-key': 'The wallet shows no public key. Select an account in the wallet.',
  'solana/wallet-not-connected': 'The wallet was used before it was connected. Connect the wallet first.',
  'solana/account-not-found':
    'The account does not exist on the chain. Fund the account, or check the address.',
  'solana/address-not-found': 'The wallet shows no address. Select an account in the wallet.',
  'solana/empty-result': 'The wallet answered with nothing. Try again; if it stays, update the wallet.',
  'solana/invalid-chain-id':
    'The wallet has no chain by the name or the id of this network. Choose a network that the wallet has.',
  'solana/invalid-transactions': "The wallet's answer could not be understood. Use another wallet.",
  'solana/version-unsupported': 'The wallet cannot sign this kind of transaction. Use another wallet.',
  'flow/aborted': 'It was cancelled. Start again whenever you want.',
  'flow/superseded': 'Something newer took its place, and goes on.',
  'internal/unexpected':
    'Something went wrong that nobody foresaw. Try again; if it stays, tell those who run the page, with this code.',
}
