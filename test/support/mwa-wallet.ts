import { webcrypto as crypto } from 'node:crypto'
import { base58 } from '@scure/base'
import nacl from 'tweetnacl'
import { WebSocketServer } from 'ws'

const { subtle } = crypto
const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const utf8 = new TextEncoder()

interface Call {
  readonly id: number
  readonly method: string
  readonly params: Readonly<Record<string, never>>
}

/**
 * Returns a wallet app for Mobile Wallet Adapter 2.0. The app accepts the association, opens the encrypted session, and signs
 * with a real key. https://solana-mobile.github.io/mobile-wallet-adapter/spec/spec.html
 */
export function mwaWallet() {
  const keys = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(3))
  const asked: { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[] = []
  const servers: WebSocketServer[] = []
  const faults: unknown[] = []
  /** The method for which the app closes the connection instead of answering. */
  const script: { closesAt?: string | undefined } = {}

  function answer({ method, params }: Call): object {
    asked.push({ method, params })
    const payloads: readonly string[] = params.payloads ?? []
    switch (method) {
      case 'get_capabilities':
        return { supports_sign_and_send_transactions: false, features: ['solana:signTransactions'] }
      case 'authorize': {
        const address = Buffer.from(keys.publicKey).toString('base64')
        return { auth_token: 'token', accounts: [{ address, label: 'First' }] }
      }
      case 'sign_messages':
        return {
          signed_payloads: payloads.map((payload) => {
            const message = Buffer.from(payload, 'base64')
            return Buffer.concat([message, nacl.sign.detached(message, keys.secretKey)]).toString('base64')
          }),
        }
      case 'sign_transactions':
        return {
          signed_payloads: payloads.map((payload) => {
            const wire = Buffer.from(payload, 'base64')
            wire.set(nacl.sign.detached(wire.subarray(65), keys.secretKey), 1)
            return wire.toString('base64')
          }),
        }
      default:
        throw Object.assign(new Error(`unknown method ${method}`), { code: -32601 })
    }
  }

  /** Opens the session of an association link, as the phone does when a page opens the link. */
  async function associate(link: string): Promise<void> {
    const { searchParams } = new URL(link)
    const token = searchParams.get('association') ?? ''
    const association = Buffer.from(
      token.replace(/[_.-]/g, (one) => ({ _: '/', '-': '+', '.': '=' })[one] ?? ''),
      'base64',
    )
    const verifier = await subtle.importKey(
      'raw',
      association,
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['verify'],
    )
    const server = new WebSocketServer({ host: 'localhost', port: Number(searchParams.get('port')) })
    servers.push(server)
    server.on('connection', (socket) => {
      let key: Awaited<ReturnType<typeof subtle.importKey>> | undefined
      let sent = 0
      const encrypt = async (value: object) => {
        const sequence = Buffer.alloc(4)
        sequence.writeUInt32BE(++sent)
        const iv = crypto.getRandomValues(new Uint8Array(12))
        const how = { name: 'AES-GCM', iv, additionalData: sequence, tagLength: 128 }
        const text = await subtle.encrypt(how, key!, utf8.encode(JSON.stringify(value)))
        return Buffer.concat([sequence, iv, Buffer.from(text)])
      }
      const greet = async (data: Buffer) => {
        const [theirs, signature] = [data.subarray(0, 65), data.subarray(65)]
        const isTheirs = await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, verifier, signature, theirs)
        if (!isTheirs) throw new Error('the greeting is not signed by the association key')
        const pair = await subtle.generateKey(curve, true, ['deriveBits'])
        const peer = await subtle.importKey('raw', theirs, curve, false, [])
        const secret = await subtle.deriveBits({ name: 'ECDH', public: peer }, pair.privateKey, 256)
        const base = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
        const how = { name: 'HKDF', hash: 'SHA-256', salt: association, info: new Uint8Array() }
        key = await subtle.deriveKey(how, base, { name: 'AES-GCM', length: 128 }, false, [
          'encrypt',
          'decrypt',
        ])
        const ours = Buffer.from(await subtle.exportKey('raw', pair.publicKey))
        socket.send(Buffer.concat([ours, await encrypt({ v: 'v1' })]))
      }
      const hear = async (data: Buffer) => {
        if (!key) return greet(data)
        const how = {
          name: 'AES-GCM',
          iv: data.subarray(4, 16),
          additionalData: data.subarray(0, 4),
          tagLength: 128,
        }
        const call = JSON.parse(
          Buffer.from(await subtle.decrypt(how, key, data.subarray(16))).toString(),
        ) as Call
        const { id } = call
        if (call.method === script.closesAt) {
          asked.push(call)
          socket.close()
          return
        }
        try {
          socket.send(await encrypt({ jsonrpc: '2.0', id, result: answer(call) }))
        } catch (error) {
          const { code, message } = error as { code: number; message: string }
          socket.send(await encrypt({ jsonrpc: '2.0', id, error: { code, message } }))
        }
      }
      let last = Promise.resolve()
      socket.on('message', (data: Buffer) => {
        last = last.then(() => hear(data)).catch((error) => void faults.push(error))
      })
    })
    await new Promise((resolve) => server.once('listening', resolve))
  }

  return {
    address: base58.encode(keys.publicKey),
    publicKey: keys.publicKey,
    asked,
    faults,
    script,
    associate,
    close: () =>
      Promise.all(
        servers.map((server) => {
          for (const client of server.clients) client.terminate()
          return new Promise((resolve) => server.close(resolve))
        }),
      ),
  }
}
