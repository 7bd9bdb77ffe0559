import { describe, expect, it } from 'vitest'
import { type FlowRun, WrongResult } from '../../cli/check/flow-run.ts'
import { update } from '../../cli/check/steps/session.ts'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'

const [here, gone] = ['eip155:31337', 'eip155:31338'] as const

/** Returns a flow whose wallet removes its second network. `refuse` answers the request for this network. */
function flowWith(refuse: () => Promise<string>): FlowRun {
  const networks = [here, gone].map((caipNetworkId) => ({ caipNetworkId, chainNamespace: 'eip155' }))
  const [network] = networks
  const run = {
    ...{ network, address: '0x1', connectionId: 'one' },
    world: { networks },
    wallet: { peer: { wallet: { sessions: [{ topic: 't' }], requests: [], update: async () => {} } } },
    adapter: {
      connections: () => [{ id: 'one', network }],
      signMessage: async (account: string) => (account.startsWith(gone) ? refuse() : '0x'),
    },
  }
  return run as unknown as FlowRun
}

const step = (refuse: () => Promise<string>) => update(flowWith(refuse), new AbortController().signal)

describe('the update step of latchkey check', () => {
  it('passes if the library itself refuses the removed network', async () => {
    const refuse = () =>
      Promise.reject(
        latchkeyError('connection/account-not-connected', { values: { account: `${gone}:0x1` } }),
      )
    expect(await step(refuse)).toMatchObject({ seen: { refused: 'connection/account-not-connected' } })
  })

  it.each([
    ['passes the request on, and the relay client refuses it', latchkeyError('wallet/unauthorized')],
    ['throws an error without a code', new Error('Missing or invalid. request() chainId')],
  ])('is wrong if the library %s', async (_, error) => {
    await expect(step(() => Promise.reject(error))).rejects.toBeInstanceOf(WrongResult)
  })

  it('is wrong if the request succeeds', async () => {
    await expect(step(async () => '0x')).rejects.toBeInstanceOf(WrongResult)
  })
})
