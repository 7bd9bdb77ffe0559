import { expect, it, vi } from 'vitest'
import { deployExchange, startDevnet } from '../../../src/devnet/index.ts'

// As on a machine where it is not installed.
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

it('names the line that installs the contracts of an exchange, and runs without one where that is taken note of', async () => {
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

it('needs none of them where there is no chain for it', async () => {
  expect(await deployExchange({ networks: [], tokens: [] })).toEqual([])
})
