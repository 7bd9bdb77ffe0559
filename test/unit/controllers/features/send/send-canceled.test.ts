import { afterEach, describe, expect, it } from 'vitest'
import { raceAbort, throwIfAborted } from '../../../../../src/core/async/abort.ts'
import { withResolvers } from '../../../../../src/core/async/with-resolvers.ts'
import { latchkeyError } from '../../../../../src/core/errors/latchkey-error.ts'
import type { SendCallOptions, SentTransaction } from '../../../../../src/core/wallet/transaction.ts'
import { never } from '../../../../support/async.ts'
import { clientWorld, one } from '../../../../support/client-world.ts'

const worlds: { dispose(): Promise<void> }[] = []
afterEach(async () => {
  for (const latchkey of worlds.splice(0)) await latchkey.dispose()
})

/** Opens a reviewed transfer of a connected client. The test answers the wallet's requests. */
async function open() {
  const { latchkey, families } = clientWorld({ networks: [one], connectors: [{ id: 'a' }] })
  worlds.push(latchkey)
  const prompts: ReturnType<typeof withResolvers<SentTransaction>>[] = []
  const network = { confirmed: async () => {} }
  // The adapter checks the network before it asks the wallet. From an abort on, it returns no answer.
  const send = ({ signal, onAsk }: SendCallOptions = {}) => {
    const asked = network.confirmed().then(() => {
      throwIfAborted(signal)
      onAsk?.()
      const prompt = withResolvers<SentTransaction>()
      prompts.push(prompt)
      return prompt.promise
    })
    return raceAbort(asked, signal)
  }
  families.eip155.extras = { prepareSend: async (params) => ({ params, send }) as never }
  await latchkey.ready()
  await latchkey.connect({ connectorId: 'a', namespaces: ['eip155'] })
  const form = latchkey.send
  const amount = { value: 1000n, decimals: 18, symbol: 'COIN' }
  const fill = async () => {
    await form.setToken({ name: 'Coin', network: one.caipNetworkId, amount })
    await form.setAmount('0.000000000000000005')
    await form.setReceiver('bob')
  }
  await fill()
  await form.prepareReview()
  const events: string[] = []
  for (const event of ['sent', 'failed'] as const) form.on(event, () => events.push(event))
  const caller = new AbortController()
  const prompt = async () => {
    await expect.poll(() => prompts.length, { message: 'the wallet is asked' }).toBe(1)
    return prompts[0]!
  }
  return { form, events, caller, prompts, prompt, network, latchkey }
}

describe('a transfer whose caller cancels it', () => {
  it('stays pending while the wallet asks the visitor, and is sent if the visitor confirms', async () => {
    const { form, events, caller, prompt, prompts, latchkey } = await open()
    const asked = form.sendToken({ signal: caller.signal })
    const { resolve } = await prompt()
    caller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(form.state).toMatchObject({ pending: { to: 'bob', amount: 5n }, loading: true, error: undefined })
    await expect(form.sendToken()).rejects.toMatchObject({ code: 'wallet/send-in-progress' })
    resolve({ hash: '0xsent' })
    await expect.poll(() => form.state.sent, { message: 'it is sent' }).toMatchObject({ hash: '0xsent' })
    expect(form.state).toMatchObject({ pending: undefined, loading: false, sendTokenAmount: '' })
    expect(events).toEqual(['sent'])
    expect(prompts).toHaveLength(1)
    expect(latchkey.router.state.view).toBe('WalletSent')
  })

  it('fails in the state if the visitor then declines', async () => {
    const { form, events, caller, prompt } = await open()
    const asked = form.sendToken({ signal: caller.signal })
    const { reject } = await prompt()
    caller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    reject(latchkeyError('wallet/user-rejected'))
    await expect.poll(() => events, { message: 'it has failed' }).toEqual(['failed'])
    expect(form.state).toMatchObject({ error: { code: 'wallet/user-rejected' }, pending: undefined })
  })

  it("doesn't reach the wallet if it is canceled before the wallet is asked", async () => {
    const { form, events, caller, prompts, network } = await open()
    let checking = false
    network.confirmed = () => {
      checking = true
      return never()
    }
    const asked = form.sendToken({ signal: caller.signal })
    await expect.poll(() => checking, { message: 'the adapter checks the network' }).toBe(true)
    caller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect.poll(() => form.state.pending, { message: 'the call has ended' }).toBeUndefined()
    expect(events).toEqual(['failed'])
    expect(prompts).toEqual([])
  })
})
