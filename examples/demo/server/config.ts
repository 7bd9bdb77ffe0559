import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { devWalletsPlugin } from './dev-wallets.ts'
import { contentPolicy } from './policy.ts'
import { signInPlugin } from './sign-in-plugin.ts'
import { walletPlugin } from './wallet-plugin.ts'
import type { World } from './world.ts'

/** Returns the demo's Vite configuration. Tests pass their own `World`, and use the library's sources instead of the built package. */
export function demoConfig(world: World): InlineConfig {
  return {
    root: fileURLToPath(new URL('..', import.meta.url)),
    plugins: [react(), devWalletsPlugin(world), signInPlugin(world), walletPlugin(world)],
    build: { target: 'es2022', chunkSizeWarningLimit: 4096 },
    server: { host: '127.0.0.1' },
    preview: {
      host: '127.0.0.1',
      headers: { 'content-security-policy': contentPolicy(world) },
    },
  }
}
