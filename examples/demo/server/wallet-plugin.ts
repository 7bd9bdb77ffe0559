import type { Plugin } from 'vite'
import { lazyServerPlugin } from './lazy-server-plugin.ts'
import type { World } from './world.ts'

/** Starts the embedded wallet on an origin of its own. The page gets the wallet's URL, and the mails that the wallet sent. */
export function walletPlugin(world: World): Plugin {
  return lazyServerPlugin({
    name: 'latchkey-embedded-wallet',
    serves: (url) => /^\/embedded-wallet\/(where|mails)$/.test(url),
    module: 'wallet.ts',
    load: world.loadSource,
    start: ({ startWallet }: typeof import('./wallet.ts'), port) => startWallet(world, port),
  })
}
