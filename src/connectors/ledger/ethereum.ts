import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { missingPeer } from '../../core/errors/missing-peer.ts'
import type { Eip155Signer } from '../../wallets/eip155/keys.ts'
import type { LedgerDevice, LedgerTransport } from './device.ts'
import { defaultOf } from './transport.ts'

type Eth = InstanceType<typeof import('@ledgerhq/hw-app-eth')['default']>

async function ethereumApp(transport: LedgerTransport): Promise<Eth> {
  const App = await import('@ledgerhq/hw-app-eth').then(defaultOf, (error) => {
    throw missingPeer('A Ledger with the Ethereum app', ['@ledgerhq/hw-app-eth'], error)
  })
  return new App(transport as never)
}

/** Returns the address at a path, in lower case. */
export async function ethereumAddress(transport: LedgerTransport, path: string): Promise<Hex> {
  const { address } = await (await ethereumApp(transport)).getAddress(path)
  return address.toLowerCase() as Hex
}

/**
 * Returns a signer for one account. The signer uses the Ethereum app. Before each signature, it checks that the device still
 * has the account.
 */
export function ethereumSigner(device: LedgerDevice, path: string, address: Hex): Eip155Signer {
  const sign = <T>(run: (app: Eth, viem: typeof import('viem')) => Promise<T>) =>
    device.use(['eip155'], async (transport) => {
      const [app, viem] = await Promise.all([ethereumApp(transport), loadViem()])
      const actual = await ethereumAddress(transport, path)
      if (actual !== address.toLowerCase())
        throw latchkeyError('ledger/other-account', { values: { expected: address, actual } })
      return run(app, viem)
    })
  return {
    address,
    signMessage({ message: { raw } }) {
      // Refuse an empty message here: the library would send nothing to the device, and fail.
      if (raw.length === 0)
        throw latchkeyError('validation/invalid-input', {
          values: { field: 'message', reason: "a Ledger can't sign an empty message" },
        })
      return sign(async (app, viem) =>
        joined(await app.signPersonalMessage(path, viem.bytesToHex(raw).slice(2))),
      )
    },
    // Sign the two hashes of the data. The device shows these hashes. `signEIP712Message` isn't used, because it would request a
    // description of the data from a server of Ledger.
    signTypedData: ({ domain, types, primaryType, message }) =>
      sign(async (app, viem) => {
        const data = { domain, types, primaryType, data: message } as never
        const domainHash = viem.hashDomain(data)
        const messageHash = viem.hashStruct(data)
        return joined(await app.signEIP712HashedMessage(path, domainHash.slice(2), messageHash.slice(2)))
      }),
    signTransaction: (transaction) =>
      sign(async (app, viem) => {
        const unsigned = viem.serializeTransaction(transaction)
        // With `null`, the library contacts no server of Ledger. The device then shows a contract call only as a hash.
        const { r, s, v } = await app.signTransaction(path, unsigned.slice(2), null)
        const bit = BigInt(`0x${v}`)
        const parity = transaction.type === 'legacy' ? { v: bit } : { yParity: Number(bit) }
        return viem.serializeTransaction(transaction, { r: `0x${r}`, s: `0x${s}`, ...parity } as never)
      }),
  }
}

const loadViem = () =>
  import('viem').catch((error) => {
    throw missingPeer('A Ledger with the Ethereum app', ['viem'], error)
  })

/** Returns the signature as one text. Some versions of the app return 0 or 1 as `v`. */
function joined({ r, s, v }: { readonly r: string; readonly s: string; readonly v: number }): Hex {
  return `0x${r}${s}${(v < 27 ? v + 27 : v).toString(16)}`
}
