import type { Plugin } from 'vite'
import { lazyServerPlugin } from './lazy-server-plugin.ts'
import type { World } from './world.ts'

/** Serves the example's sign-in server at the origin of the page, whose cookie it sets. */
export function signInPlugin(world: World): Plugin {
  return lazyServerPlugin({
    name: 'latchkey-sign-in',
    serves: (url) => url.startsWith('/auth/'),
    module: 'sign-in.ts',
    start: ({ startSignIn }: typeof import('./sign-in.ts'), port) => startSignIn(world, port),
  })
}
