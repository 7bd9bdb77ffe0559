import { expect, it } from 'vitest'
import { answersOf } from '../../../src/embedded-wallet/answers.ts'
import { networksFrom, type WalletNetwork } from '../../../src/embedded-wallet/networks.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const ids = ['eip155:1', 'eip155:5', solana] as const
const nativeCurrency = { name: 'Coin', symbol: 'C', decimals: 18 }
const rpcUrl = 'https://node.example'

/** Returns the frame's answers in a wallet whose node of `eip155:1` is down. */
function world() {
  const networks = networksFrom(
    ids.map((id) => ({ id, name: id, rpcUrl, nativeCurrency })),
    'eip155:1',
    'eip155:1',
  )
  const steps: string[] = []
  const account = (address: string) => ({ address, type: 'eoa' })
  const accounts = {
    async on({ caipNetworkId }: WalletNetwork) {
      if (caipNetworkId === 'eip155:1') throw new Error('The node is down.')
      const preferred = account(`account on ${caipNetworkId}`)
      return { user: {}, wallet: { addresses: {} }, preferred, all: [preferred] }
    },
    smart: async () => undefined,
  }
  const answer = answersOf({
    networks,
    accounts,
    beforeAddress: async () => void steps.push('before the address'),
  } as never)
  return { answer, networks, steps }
}

it.each([solana, 'eip155:5'])(
  'GET_USER answers for %s if the node of another network is down',
  async (chainId) => {
    const { answer, steps } = world()
    const user = { name: 'GET_USER', payload: { chainId } } as const
    await expect(answer(user)).resolves.toMatchObject({ address: `account on ${chainId}` })
    expect(steps).toEqual(['before the address'])
    await expect(answer({ name: 'GET_USER', payload: { chainId: 'eip155:1' } })).rejects.toThrow(
      'The node is down.',
    )
  },
)

it('GET_USER switches to its network at once, so that a later switch counts', async () => {
  const { answer, networks } = world()
  const asked = answer({ name: 'GET_USER', payload: { chainId: solana } })
  await answer({ name: 'SWITCH_NETWORK', payload: { chainId: 'eip155:5' } })
  await expect(asked).resolves.toMatchObject({ address: `account on ${solana}` })
  expect(networks.current.caipNetworkId).toBe('eip155:5')
})
