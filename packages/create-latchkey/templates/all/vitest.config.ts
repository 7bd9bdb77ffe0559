import { defineConfig } from 'vitest/config'

// On a busy machine, the local chains take a while.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } })
