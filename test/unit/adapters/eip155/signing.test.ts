import { hashMessage, verifyMessage } from 'ethers'
import { describe, expect, it } from 'vitest'
import { account, adapterWorld, alice, bob } from '../../../support/eip155-adapter.ts'

describe('the eip155 adapter, when it signs a message,', () => {
  it.each([
    ['text', 'hello', '0x68656c6c6f'],
    ['text beyond ASCII', 'é☕', '0xc3a9e29895'],
    ['text that looks like hex', '0xdead', '0x307864656164'],
    ['empty text', '', '0x'],
    ['bytes', Uint8Array.of(0, 0xff), '0x00ff'],
  ])('passes %s to the wallet only once, as hex', async (_, message, data) => {
    const { adapter, connect, wallet } = adapterWorld()
    await connect()
    const { signature } = await adapter.signMessage(account, message)
    expect(wallet.script.requests.at(-1)).toEqual({ method: 'personal_sign', params: [data, alice] })
    expect(verifyMessage(message, signature)).toBe(alice)
    expect(wallet.script.count('personal_sign')).toBe(1)
  })

  it('uses the digest of EIP-191', () => {
    // A vector of EIP-191's reference: "\x19Ethereum Signed Message:\n" + length + message.
    expect(hashMessage('hello world')).toBe(
      '0xd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68',
    )
  })

  it('works with any account that the wallet shows', async () => {
    const { adapter, connect } = adapterWorld()
    await connect()
    const { signature } = await adapter.signMessage(`eip155:1:${bob.toLowerCase()}`, 'hi')
    expect(verifyMessage('hi', signature)).toBe(bob)
  })

  it.each([null, '', '0x', '0xzz', `0x${'a'.repeat(61)}`, 'a'.repeat(130), { signature: '0x' }, 123])(
    'refuses %o as a signature',
    async (answer) => {
      const { adapter, connect, wallet } = adapterWorld()
      await connect()
      wallet.script.next('personal_sign', { answer })
      await expect(adapter.signMessage(account, 'hi')).rejects.toMatchObject({
        code: 'wallet/invalid-answer',
        message: 'The wallet returned an invalid response to personal_sign: expected a signature',
      })
    },
  )

  it.each([
    ['a contract', '0x6000', 'accepts', true],
    ["a key's account that delegates (EIP-7702)", `0xef0100${'11'.repeat(20)}`, 'refuses', false],
    ['an account without code', '0x', 'refuses', false],
    ['an account whose code no node returns', null, 'refuses', false],
  ])('with %s (code: %s) as the signer, %s an empty signature', async (_, code, _does, accepted) => {
    const { adapter, connect, wallet, answers } = adapterWorld()
    await connect()
    answers.eth_getCode = code
    wallet.script.next('personal_sign', { answer: '0x' })
    const signed = adapter.signMessage(account, 'hi')
    if (accepted) expect(await signed).toEqual({ signature: '0x', encoding: 'hex', scheme: 'eip1271' })
    else await expect(signed).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
  })

  it.each([62, 128, 130, 132, 1000])('accepts a signature of %i hex digits', async (length) => {
    const { adapter, connect, wallet } = adapterWorld()
    await connect()
    const answer = `0x${'a'.repeat(length)}`
    wallet.script.next('personal_sign', { answer })
    expect((await adapter.signMessage(account, 'hi')).signature).toBe(answer)
  })

  it('sends the wallet no request for an account that is not connected', async () => {
    const { adapter, connect, methods } = adapterWorld()
    await connect()
    const before = methods().length
    const stranger = `eip155:1:0x${'1'.repeat(40)}` as const
    await expect(adapter.signMessage(stranger, 'hi')).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    expect(methods()).toHaveLength(before)
  })

  it('reports a rejection when the visitor declines', async () => {
    const { adapter, connect, wallet } = adapterWorld()
    await connect()
    wallet.script.next('personal_sign', 'reject')
    await expect(adapter.signMessage(account, 'hi')).rejects.toMatchObject({ code: 'wallet/user-rejected' })
  })
})
