import { getRequestListener } from '@hono/node-server'
import type { Plugin } from 'vite'
import { auth } from './auth.ts'

/** Serves the sign-in at /auth while you develop. */
export const signIn: Plugin = {
  name: 'sign-in',
  configureServer: ({ middlewares }) => {
    middlewares.use('/auth', getRequestListener(auth, { overrideGlobalObjects: false }))
  },
}
