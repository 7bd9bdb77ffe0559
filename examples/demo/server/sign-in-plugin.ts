import type { Plugin } from 'vite'
import { lazyServerPlugin } from './lazy-server-plugin.ts'
import type { World } from './world.ts'

/** Serves the sign-in example on the page's origin, because its server sets a cookie for the page. */
export function signInPlugin(world: World): Plugin {
  return lazyServerPlugin({
    name: 'latchkey-sign-in',
    serves: (url) => url.startsWith('/auth/'),
    module: 'sign-in.ts',
    load: world.loadSource,
    start: ({ startSignIn }: typeof import('./sign-in.ts'), port) => startSignIn(world, port),
  })
}
