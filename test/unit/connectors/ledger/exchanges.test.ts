import { openTransportReplayer, RecordStore } from '@ledgerhq/hw-transport-mocker'
import { base58 } from '@scure/base'
import { Transaction, verifyMessage } from 'ethers'
import { describe, expect, it } from 'vitest'
import { LedgerDevice, type LedgerTransport } from '../../../../src/connectors/ledger/device.ts'
import { ethereumSigner } from '../../../../src/connectors/ledger/ethereum.ts'
import { solanaAddress } from '../../../../src/connectors/ledger/solana.ts'
import type { Hex } from '../../../../src/core/chain/caip.ts'

// Signatures that a device made, from the tests of @ledgerhq/hw-app-eth 7.9.0 and @ledgerhq/hw-app-solana 7.11.0.
const personal =
  '1b8beafdd56521af1213d6d668a2aed262cc840e7174b642215aec013a1c88b2bd3a407b9125f1bfc015df6983ae8b87a34d54be367b4275834c3039622a73ee00'
const coin =
  '00339a8118c0329e403415129205d1d019e5fc5c95bc746b7e9e6efde3ddebfc1107c0393a6bba61a6f3eabc9a1d8298820fd0316436b49b0bc4082bfab81531e3'

const text = (value: string) => Buffer.from(value).toString('hex')
const sized = (value: string) => (value.length / 2).toString(16).padStart(2, '0') + value
/** Returns the exchange in which the device names the open app and its version. */
const app = (name: string) => `=> b001000000\n<= 01${sized(text(name))}${sized(text('1.10.4'))}9000`
const account = (path: string, address: string) =>
  `=> e002000015${path}\n<= ${sized('04'.repeat(65))}${sized(text(address.slice(2)))}9000`

const replaying = (...exchanges: readonly string[]) =>
  new LedgerDevice(
    async () =>
      (await openTransportReplayer(RecordStore.fromString(exchanges.join('\n')))) as never as LedgerTransport,
  )

describe('the exchanges with a Ledger', () => {
  it('sign a message with the bytes of the recording', async () => {
    const path = '058000002c8000003c800000008000000000000000'
    const expected = `0x${personal.slice(2)}1b` as Hex
    const address = verifyMessage('test', expected) as Hex
    const device = replaying(
      app('Ethereum'),
      account(path, address),
      `=> e00800001d${path}00000004${text('test')}\n<= ${personal}9000`,
    )
    const signer = ethereumSigner(device, "44'/60'/0'/0'/0", address)
    const raw = new TextEncoder().encode('test')
    expect(await signer.signMessage({ message: { raw } })).toBe(expected)
  })

  it('sign a transaction with the bytes of the recording', async () => {
    const path = '058000002c8000003c800000000000000000000000'
    const unsigned = '02e801808417d78400850c529dc58c82520894b0b5b0106d69fe64545a60a68c014f7570d3f8610180c0'
    const { r, s } = { r: `0x${coin.slice(2, 66)}`, s: `0x${coin.slice(66)}` }
    const parsed = Transaction.from(`0x${unsigned}`)
    parsed.signature = { r, s, yParity: 0 }
    const address = parsed.from as Hex
    const device = replaying(
      app('Ethereum'),
      account(path, address),
      `=> e00400003f${path}${unsigned}\n<= ${coin}9000`,
    )
    const signed = await ethereumSigner(device, "44'/60'/0'/0/0", address).signTransaction({
      ...{ type: 'eip1559', chainId: 1, nonce: 0, gas: 21_000n, value: 1n },
      ...{ maxFeePerGas: 52_925_678_988n, maxPriorityFeePerGas: 400_000_000n },
      to: '0xB0b5B0106D69fE64545A60A68C014f7570D3F861',
    })
    expect(signed).toBe(parsed.serialized)
  })

  it('read the address of the Solana app', async () => {
    const key = '4d65a10662b9759d62bb59048366705454654cf4f9b4b3525cf314429e46c691'
    const device = replaying(
      app('Solana'),
      `=> e005000015058000002c800001f5800000008000000080000000\n<= ${key}9000`,
    )
    const read = device.use(['solana'], (transport) => solanaAddress(transport, "44'/501'/0'/0'/0'"))
    expect(await read).toBe(base58.encode(Buffer.from(key, 'hex')))
  })

  it.each([
    [0x6985, 'wallet/user-rejected'],
    [0x5501, 'wallet/user-rejected'],
    [0x5515, 'ledger/locked'],
    [0x6b0c, 'ledger/locked'],
    [0x6e00, 'ledger/wrong-app'],
    [0x6d02, 'ledger/wrong-app'],
    [0x6a80, 'ledger/blind-signing-off'],
    [0x6808, 'ledger/blind-signing-off'],
    [0x6f00, 'connection/failed'],
  ])('turn the status %i into the error %s', async (status, code) => {
    const device = replaying(app('Solana'), `=> e005000009028000002c800001f5\n<= ${status.toString(16)}`)
    const read = device.use(['solana'], (transport) => solanaAddress(transport, "44'/501'"))
    await expect(read).rejects.toMatchObject({ code })
  })

  it('are refused while an earlier request waits on the device', async () => {
    const device = replaying(app('Solana'))
    let finish = () => {}
    let waiting: Promise<void> | undefined
    await new Promise<void>((begun) => {
      waiting = device.use(['solana'], () => {
        begun()
        return new Promise<void>((resolve) => {
          finish = resolve
        })
      })
    })
    await expect(device.use(['solana'], async () => {})).rejects.toMatchObject({
      code: 'wallet/request-pending',
    })
    finish()
    await waiting
  })
})
