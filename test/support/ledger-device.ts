import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { base58 } from '@scure/base'
import nacl from 'tweetnacl'
import { privateKeyToAddress } from 'viem/accounts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const status = (code: number) => [code >> 8, code & 0xff]

export interface LedgerScript {
  /** The name of the app that is open. `BOLOS` is the dashboard. */
  app: string
  isLocked: boolean
  /** The status code with which the device refuses the next request to sign. */
  refusal: number | undefined
  /** Whether the device shows the next request to sign, but doesn't answer. */
  isSilent: boolean
  /** The private key in the Ethereum app, 32 bytes in hex. */
  key: `0x${string}`
  /** The seed of the key in the Solana app. */
  seed: Uint8Array
}

/**
 * Creates a Ledger behind a fake `navigator.hid`. The Ledger answers the commands of the Ethereum and the Solana app with real
 * keys. Commands: https://github.com/LedgerHQ/app-ethereum/blob/develop/doc/ethapp.adoc and
 * https://github.com/LedgerHQ/app-solana/blob/develop/doc/api.md. Packets: `hid-framing` of Ledger's library.
 */
export function ledgerDevice(start: Partial<LedgerScript> = {}) {
  const script: LedgerScript = {
    app: 'Ethereum',
    isLocked: false,
    refusal: undefined,
    isSilent: false,
    key: `0x${'11'.repeat(32)}`,
    seed: new Uint8Array(32).fill(9),
    ...start,
  }
  /** The class and instruction of each command, oldest first. */
  const asked: string[] = []
  const paths: string[] = []
  let buffered: number[] = []

  const solanaKeys = () => nacl.sign.keyPair.fromSeed(script.seed)
  /** Records the derivation path at the start of the bytes, and returns the rest of the bytes. */
  const afterPath = (bytes: readonly number[]) => {
    const count = bytes[0] ?? 0
    const part = (index: number) =>
      bytes.slice(1 + 4 * index, 5 + 4 * index).reduce((sum, byte) => sum * 256 + byte, 0)
    const parts = Array.from({ length: count }, (_, index) => part(index))
    paths.push(parts.map((one) => (one >= 2 ** 31 ? `${one - 2 ** 31}'` : `${one}`)).join('/'))
    return bytes.slice(1 + 4 * count)
  }
  const ethereumSignature = (bytes: Uint8Array, vOf: (parity: number) => number) => {
    const signed = secp256k1.sign(keccak_256(bytes), script.key.slice(2))
    return [vOf(signed.recovery), ...signed.toCompactRawBytes()]
  }
  /** Returns the signature and the status code for success, or only the status code `refusal`. */
  const confirmed = (sign: () => readonly number[]) => {
    const { refusal } = script
    script.refusal = undefined
    if (refusal !== undefined) return status(refusal)
    return [...sign(), ...status(0x9000)]
  }

  function ethereum(ins: number, p1: number, data: readonly number[]): readonly number[] {
    if (ins === 0x02) {
      afterPath(data)
      const address = utf8(privateKeyToAddress(script.key).slice(2))
      const publicKey = secp256k1.getPublicKey(script.key.slice(2), false)
      return [publicKey.length, ...publicKey, address.length, ...address, ...status(0x9000)]
    }
    if (ins === 0x0c) {
      const hashes = afterPath(data)
      return confirmed(() =>
        ethereumSignature(Uint8Array.from([0x19, 0x01, ...hashes]), (parity) => parity + 27),
      )
    }
    if (ins !== 0x04 && ins !== 0x08) return status(0x6d00)
    buffered = p1 === 0 ? [...afterPath(data)] : [...buffered, ...data]
    if (ins === 0x08) {
      const length = buffered.slice(0, 4).reduce((sum, byte) => sum * 256 + byte, 0)
      const message = buffered.slice(4)
      if (message.length < length) return status(0x9000)
      const head = utf8(`\x19Ethereum Signed Message:\n${length}`)
      return confirmed(() =>
        ethereumSignature(Uint8Array.from([...head, ...message]), (parity) => parity + 27),
      )
    }
    const typed = (buffered[0] ?? 0) < 0x80
    if (buffered.length < (typed ? 1 : 0) + listLength(buffered.slice(typed ? 1 : 0))) return status(0x9000)
    return confirmed(() => ethereumSignature(Uint8Array.from(buffered), (parity) => parity))
  }

  function solana(ins: number, p2: number, data: readonly number[]): readonly number[] {
    if (ins === 0x05) {
      afterPath(data)
      return [...solanaKeys().publicKey, ...status(0x9000)]
    }
    if (ins !== 0x06 && ins !== 0x07) return status(0x6d00)
    buffered = p2 & 1 ? [...buffered, ...data] : [...data]
    if (p2 & 2) return status(0x9000)
    const signed = Uint8Array.from(afterPath(buffered.slice(1)))
    return confirmed(() => [...nacl.sign.detached(signed, solanaKeys().secretKey)])
  }

  function answer(apdu: readonly number[]): readonly number[] {
    const [cla = 0, ins = 0, p1 = 0, p2 = 0, , ...data] = apdu
    asked.push(`${cla.toString(16)} ${ins.toString(16).padStart(2, '0')}`)
    if (script.isLocked) return status(0x5515)
    if (cla === 0xb0 && ins === 0x01) {
      const [name, version] = [utf8(script.app), utf8('1.10.4')]
      return [1, name.length, ...name, version.length, ...version, ...status(0x9000)]
    }
    if (cla === 0xe0 && script.app === 'Ethereum') return ethereum(ins, p1, data)
    if (cla === 0xe0 && script.app === 'Solana') return solana(ins, p2, data)
    return status(0x6e00)
  }

  const hid = new EventTarget() as EventTarget & Record<string, unknown>
  const device = new EventTarget() as EventTarget & Record<string, unknown>
  let received: number[] = []
  let isAllowed = false
  let isPlugged = true
  let chosen: unknown = device
  const requests: string[] = []
  let held: (readonly number[])[] | undefined
  const report = (bytes: readonly number[]) =>
    device.dispatchEvent(
      Object.assign(new Event('inputreport'), { data: new DataView(Uint8Array.from(bytes).buffer) }),
    )
  const isSignature = () => /e0 0[4678c]/.test(asked.at(-1) ?? '')
  /** Takes a packet of a command. If the packet is the command's last packet, returns the packets of the answer. */
  function exchange(packet: readonly number[]): readonly (readonly number[])[] {
    const sequence = (packet[3] ?? 0) * 256 + (packet[4] ?? 0)
    received = sequence === 0 ? packet.slice(5) : [...received, ...packet.slice(5)]
    const length = (received[0] ?? 0) * 256 + (received[1] ?? 0)
    if (received.length < length + 2) return []
    const answered = answer(received.slice(2, 2 + length))
    if (script.isSilent && isSignature()) return []
    const whole = [answered.length >> 8, answered.length & 0xff, ...answered]
    return Array.from({ length: Math.ceil(whole.length / 59) }, (_, index) => {
      const head = [packet[0] ?? 0, packet[1] ?? 0, 5, index >> 8, index & 0xff]
      const report = [...head, ...whole.slice(index * 59, index * 59 + 59)]
      return [...report, ...new Array<number>(64 - report.length).fill(0)]
    })
  }
  Object.assign(device, {
    vendorId: 0x2c97,
    productId: 0x4011,
    opened: false,
    async open() {
      device.opened = true
    },
    async close() {
      device.opened = false
    },
    async sendReport(_id: number, packet: Uint8Array) {
      if (!isPlugged) throw new DOMException('Failed to write the report.', 'NotAllowedError')
      const answered = exchange([...packet])
      if (held && isSignature()) held.push(...answered)
      else answered.forEach(report)
    },
  })
  Object.assign(hid, {
    getDevices: async () => (isAllowed && isPlugged ? [device] : []),
    async requestDevice(options: object) {
      requests.push(JSON.stringify(options))
      if (!chosen || !isPlugged) return []
      isAllowed = true
      return [device]
    },
  })

  return {
    script,
    hid,
    exchange,
    asked,
    paths,
    /** How often the page asked the visitor to choose a device. */
    requests,
    addresses: {
      get eip155() {
        return privateKeyToAddress(script.key)
      },
      get solana() {
        return base58.encode(solanaKeys().publicKey)
      },
    },
    isOpen: () => device.opened === true,
    /** Closes the browser's list of devices without a choice. */
    chooseNone() {
      chosen = undefined
    },
    /** Holds back the answers to requests to sign until `confirm` is called. */
    hold() {
      held = []
    },
    confirm() {
      const answers = held ?? []
      held = undefined
      answers.forEach(report)
    },
    plug() {
      isPlugged = true
    },
    unplug() {
      isPlugged = false
      hid.dispatchEvent(Object.assign(new Event('disconnect'), { device }))
    },
  }
}

/** Returns the length of an RLP list, including its head. */
function listLength(bytes: readonly number[]): number {
  const [first = 0] = bytes
  if (first <= 0xf7) return 1 + first - 0xc0
  const size = first - 0xf7
  return 1 + size + bytes.slice(1, 1 + size).reduce((sum, byte) => sum * 256 + byte, 0)
}
