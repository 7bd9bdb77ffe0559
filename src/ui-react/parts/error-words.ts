import { displayMessage, isLatchkeyError } from 'latchkey'

export interface ErrorWords {
  readonly title: string
  readonly advice: string
  readonly code?: string | undefined
}

/** What a visitor is told of the failures that they can do something about. */
const known: Readonly<Record<string, readonly [title: string, advice: string]>> = {
  'wallet/user-rejected': ['Request declined', 'Nothing was shared. Try again whenever you are ready.'],
  'wallet/request-pending': ['A request is waiting', 'Open {wallet} and answer the request that is there.'],
  'wallet/unauthorized': ['Not allowed by the wallet', 'Open {wallet}, allow this site, and try again.'],
  'wallet/timeout': ['No answer', '{wallet} did not answer. Open it, unlock it, and try again.'],
  'wallet/disconnected': ['{wallet} is not connected', 'Open {wallet}, check its connection, and try again.'],
  'connection/no-accounts': ['No account shared', 'Choose an account in {wallet} that this app may see.'],
  'connection/connector-not-found': [
    '{wallet} is gone',
    'It may have been switched off. Choose another way.',
  ],
  'connection/pairing-expired': ['The code has expired', 'Make a new one and scan it again.'],
  'network/switch-failed': ['The network did not change', '{wallet} stayed where it was. Switch it there.'],
  'network/not-added': ['Unknown to the wallet', '{wallet} does not know this network and did not add it.'],
  'adapter/unsupported': ['{wallet} cannot do this by itself', 'Switch the network inside the wallet.'],
}

export function errorWords(error: unknown, wallet = 'the wallet'): ErrorWords {
  const code = isLatchkeyError(error) ? error.code : undefined
  const [title, advice] = (code && known[code]) || ['That did not work', displayMessage(error)]
  const fill = (text: string) => {
    const filled = text.replaceAll('{wallet}', wallet)
    return filled.charAt(0).toUpperCase() + filled.slice(1)
  }
  return {
    title: fill(title),
    advice: fill(advice),
    code,
  }
}
