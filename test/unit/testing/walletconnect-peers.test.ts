import { startDevnet, startRelay } from 'latchkey/devnet'
import { createHeadlessWallet } from 'latchkey/testing'
import { expect, it, vi } from 'vitest'

// Makes the imports fail as if the packages weren't installed.
vi.mock('@walletconnect/relay-auth', () => {
  throw new Error('Cannot find package')
})
vi.mock('@walletconnect/sign-client', () => {
  throw new Error('Cannot find package')
})

it("the relay's error about a missing package names the package", async () => {
  const missing = {
    code: 'config/peer-missing',
    message: expect.stringContaining('npm install @walletconnect/relay-auth'),
  }
  await expect(startRelay()).rejects.toMatchObject(missing)
  await expect(startDevnet({ families: [], relay: true })).rejects.toMatchObject(missing)
  const told: unknown[] = []
  const onMissing = (...args: unknown[]) => void told.push(args)
  const devnet = await startDevnet({ families: [], relay: true, onMissing })
  expect(devnet.relay).toBeUndefined()
  expect(told).toMatchObject([['relay', missing]])
  await devnet.stop()
})

it("the headless wallet's error about a missing package names the package", async () => {
  const making = createHeadlessWallet({ relayUrl: 'ws://127.0.0.1:9', networks: [], accounts: [] })
  await expect(making).rejects.toMatchObject({
    code: 'config/peer-missing',
    message: expect.stringContaining('npm install @walletconnect/sign-client'),
  })
})
