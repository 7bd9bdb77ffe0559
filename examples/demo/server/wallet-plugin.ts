import type { Plugin } from 'vite'
import { lazyServerPlugin } from './lazy-server-plugin.ts'
import type { World } from './world.ts'

/** Starts the embedded wallet, which has an origin of its own, and tells the page where it is and what was mailed. */
export function walletPlugin(world: World): Plugin {
  return lazyServerPlugin({
    name: 'latchkey-embedded-wallet',
    serves: (url) => /^\/embedded-wallet\/(where|mails)$/.test(url),
    module: 'wallet.ts',
    start: ({ startWallet }: typeof import('./wallet.ts'), port) => startWallet(world, port),
  })
}
