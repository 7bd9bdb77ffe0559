import { buttonWords } from './button-words.ts'

/**
 * Every string of the modal and the buttons. A string is added here first, under the view or part that shows it, and is then
 * missing in each other language until it is translated. `{name}` is the place of a value; a string that depends on a count
 * is written in its plural forms. What is shown beside it, or names a wallet or a network, is never part of a string.
 */
export const english = {
  'button.connect': buttonWords.connect,
  'button.connecting': buttonWords.connecting,
  'button.connected': buttonWords.connected,
  'button.switchNetwork': buttonWords.switchNetwork,
  'button.selectNetwork': buttonWords.selectNetwork,
  'button.unreachable': buttonWords.unreachable,

  'account.title': 'Account',
  'account.copyAddress': 'Copy address',
  'account.addressCopied': 'Address copied',
  'account.readingBalance': 'Reading the balance',
  'account.noBalance': 'Balance unavailable',
  'account.readAgain': 'Read again',
  'account.oldBalance': 'Not up to date. Read again',
  'account.network': 'Network',
  'account.accounts': 'Your accounts',
  'account.switchAddress': 'Switch Address',
  'account.explorer': 'Block Explorer',
  'account.disconnect': 'Disconnect',
  'account.disconnectFamily': 'Disconnect {family}',
  'account.disconnectAll': 'Disconnect all',
  'account.alsoEnds': 'Also ends {families}: they share one session',

  'accountType.smartAccount': 'Smart account',
  'accountType.payment': 'Payment',
  'accountType.ordinal': 'Ordinals',
  'accountType.stx': 'Stacks',

  'allWallets.title': 'All Wallets',
  'allWallets.search': 'Search wallet',
  'allWallets.none': 'No Wallet found',
  'allWallets.noneAdvice': 'Try a shorter name, or connect it with WalletConnect.',

  'approve.title': 'Approve Transaction',
  'approve.check': 'Check what the wallet shows before you approve it.',
  'approve.waiting': 'Waiting for the wallet…',

  'connect.title': 'Connect Wallet',
  'connect.more': { one: 'Show {count} more', other: 'Show {count} more' },
  'connect.none': 'No wallet found',
  'connect.install':
    'Install a wallet in this browser, or switch it on for this site. It shows up here by itself.',
  'connect.offersNone': 'This page offers no wallet to connect with.',
  'connect.allWallets': 'All Wallets',

  'connecting.title': 'Open {wallet} and approve',
  'connecting.advice': 'Confirm the connection in the wallet.',
  'connecting.other': 'Use another wallet',

  'copy.done': 'Copied',
  'copy.failed': 'Failed to copy',

  'error.copy': 'Copy the error',
  'error.explain': 'What is this?',
  'error.unknown': 'Nothing more is known of this error.',

  // What a visitor is told of the failures that they can do something about. The others have the words of docs/errors.md.
  'failed.title': 'That did not work',
  'failed.tryAgain': 'Try again',
  'failed.wallet/user-rejected.title': 'Request declined',
  'failed.wallet/user-rejected.advice': 'Nothing was shared. Try again whenever you are ready.',
  'failed.wallet/request-pending.title': 'A request is waiting',
  'failed.wallet/request-pending.advice': 'Open {wallet} and answer the request that is there.',
  'failed.wallet/unauthorized.title': 'Not allowed by the wallet',
  'failed.wallet/unauthorized.advice': 'Open {wallet}, allow this site, and try again.',
  'failed.wallet/timeout.title': 'No answer',
  'failed.wallet/timeout.advice': '{wallet} did not answer. Open it, unlock it, and try again.',
  'failed.wallet/disconnected.title': '{wallet} is not connected',
  'failed.wallet/disconnected.advice': 'Open {wallet}, check its connection, and try again.',
  'failed.connection/no-accounts.title': 'No account shared',
  'failed.connection/no-accounts.advice': 'Choose an account in {wallet} that this app may see.',
  'failed.connection/connector-not-found.title': '{wallet} is gone',
  'failed.connection/connector-not-found.advice': 'It may have been switched off. Choose another way.',
  'failed.connection/pairing-expired.title': 'The code has expired',
  'failed.connection/pairing-expired.advice': 'Make a new one and scan it again.',
  'failed.network/switch-failed.title': 'The network did not change',
  'failed.network/switch-failed.advice': '{wallet} stayed where it was. Switch it there.',
  'failed.network/not-added.title': 'Unknown to the wallet',
  'failed.network/not-added.advice': '{wallet} does not know this network and did not add it.',
  'failed.adapter/unsupported.title': '{wallet} cannot do this by itself',
  'failed.adapter/unsupported.advice': 'Switch the network inside the wallet.',

  'family.eip155': 'EVM Networks',
  'family.solana': 'Solana',
  'family.polkadot': 'Polkadot',
  'family.bip122': 'Bitcoin',
  'family.cosmos': 'Cosmos',

  'header.back': 'Back',
  'header.close': 'Close',

  'legal.footer': 'By connecting you agree to our {documents}',
  'legal.checkbox': 'I agree to the {documents}',
  'legal.terms': 'Terms of Service',
  'legal.privacy': 'Privacy Policy',

  'link.continue': 'Continue in {wallet}',
  'link.accept': 'Accept the connection request in the wallet.',
  'link.preparing': 'Preparing the connection',
  'link.moment': 'This takes a moment.',
  'link.open': 'Open {wallet}',
  'link.unsafe': 'This link is not safe to open',
  'link.copy': 'Copy link',
  'link.copied': 'Link copied',
  'link.inApp': 'This page opens in the wallet’s own browser. Connect there.',
  'link.installed': 'It is installed in this browser.',
  'link.connect': 'Connect',
  'link.notDetected': 'Not Detected',
  'link.notInstalled': '{wallet} is not installed in this browser. If it is, switch it on for this site.',
  'link.get': 'Get {wallet}',

  'multiChain.title': 'Select chain',
  'multiChain.heading': 'Select chain for {wallet}',
  'multiChain.advice': 'This wallet can connect to each of these.',

  'network.notApproved': 'Not approved by the wallet',
  'network.test': 'Test',
  'network.any': 'the network',
  'network.unknown': 'Unknown Network',

  'networks.title': 'Choose Network',
  'networks.search': 'Search network',
  'networks.none': 'No network found',

  'notice.connected': 'Connected',
  'notice.disconnected': 'Disconnected',
  'notice.switched': 'Switched to {network}',
  'notice.switchDeclined': 'Switch to {network} declined',

  'pairing.code': 'QR code to connect {wallet}',
  'pairing.making': 'The code is being made',
  'pairing.newCode': 'New code in {time}',
  'pairing.onPhone': 'Open it on this phone, or scan it with another',
  'pairing.scan': 'Scan this code with your phone',
  'pairing.openAny': 'Open a wallet',

  'part.unreachable': 'A part of this page could not be loaded. Check the connection to the internet.',

  'platform.label': 'Where the wallet is',
  'platform.browser': 'Browser',
  'platform.mobile': 'Mobile',
  'platform.web': 'Webapp',
  'platform.desktop': 'Desktop',

  'profile.title': 'Your accounts',

  'search.clear': 'Clear the search',

  'switchAddress.title': 'Switch Address',
  'switchAddress.to': 'Switch to',

  'switchFamily.title': 'Switch chain',
  'switchFamily.heading': 'Switch to {family}',
  'switchFamily.advice': '{wallet} is not connected to {family}. Choose a wallet that is for it.',
  'switchFamily.switch': 'Switch',

  'switchNetwork.title': 'Switch Network',
  'switchNetwork.heading': 'Approve in {wallet}',
  'switchNetwork.advice': 'It is asked to go to {network}.',
  'switchNetwork.stay': 'Stay where you are',

  'unsupported.title': 'Switch Network',
  'unsupported.heading': '{app} does not use this network',
  'unsupported.onNetwork': 'Your wallet is on {network}. Choose one of these to go on.',
  'unsupported.onOther': 'Your wallet is on another one ({id}). Choose one of these to go on.',
  'unsupported.thisApp': 'This app',
  'unsupported.or': 'or',

  'view.unreachable': 'This could not be loaded',
  'view.unreachableAdvice': 'Check the connection to the internet, then open it again.',

  'wallet.yours': 'your wallet',
  'wallet.connected': 'the connected wallet',
  'wallet.any': 'the wallet',
  'wallet.browser': 'Browser Wallet',
  'wallet.installed': 'Installed',
  'wallet.recent': 'Recent',
  'wallet.noSource': 'Names no source',
  'wallet.sameSource': 'Several claim to be {source}',
  'wallet.takesPlace': 'In place of {wallet}',
  'wallet.anyByCode': 'Any wallet, by code or link',
  'wallet.byCode': 'QR code',

  'alert.dismiss': 'Dismiss',
} as const
