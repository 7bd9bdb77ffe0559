import { expect, it, vi } from 'vitest'
import { deployExchange, startDevnet } from '../../../src/devnet/index.ts'

// Makes the import fail as if the package weren't installed.
vi.mock('@uniswap/v2-core/build/UniswapV2Factory.json', () => {
  throw new Error('not found')
})

const missing = {
  code: 'config/peer-missing',
  values: {
    install: expect.stringMatching(
      /^npm install --save-dev @uniswap\/v2-core@\S+ @uniswap\/v2-periphery@\S+$/,
    ),
  },
}

it('the error for a missing exchange package names the install command, and the devnet can run without the exchange', async () => {
  await expect(startDevnet({ families: ['eip155'], exchange: true })).rejects.toMatchObject(missing)
  const told: unknown[] = []
  const onMissing = (...what: unknown[]) => void told.push(what)
  const devnet = await startDevnet({ families: ['eip155'], exchange: true, data: true, onMissing })
  try {
    expect(told).toMatchObject([['exchange', missing]])
    expect(devnet.exchange).toBeUndefined()
    expect(devnet.networks).toHaveLength(2)
  } finally {
    await devnet.stop()
  }
})

it('a devnet that has no eip155 network works without the exchange package', async () => {
  expect(await deployExchange({ networks: [], tokens: [] })).toEqual([])
})
