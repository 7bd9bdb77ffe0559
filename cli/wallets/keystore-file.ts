import {
  type BinaryLike,
  createCipheriv,
  createDecipheriv,
  pbkdf2,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { type Family, isFamily } from '../families/families.ts'
import { type CliError, cliError } from '../output/cli-error.ts'
import { publicKeyOf, readHexKey } from './hex-key.ts'

/** An encrypted key: AES-256-GCM with a key that scrypt derives from the password. The address is authenticated. */
export interface Keystore {
  readonly type: 'latchkey-keystore'
  readonly version: 1
  readonly family: Family
  readonly address: string
  readonly kdf: { readonly name: 'scrypt'; readonly salt: string } & Cost
  readonly cipher: {
    readonly name: 'aes-256-gcm'
    readonly iv: string
    readonly tag: string
    readonly text: string
  }
}

interface Cost {
  readonly n: number
  readonly r: number
  readonly p: number
}

/** Web3 Secret Storage version 3, which Ethereum wallets export. */
interface Web3Keystore {
  readonly version: 3
  readonly address?: string | null
  readonly crypto: {
    readonly cipher: string
    readonly ciphertext: string
    readonly cipherparams: { readonly iv: string }
    readonly kdf: string
    readonly kdfparams: Readonly<Record<string, number | string>>
    readonly mac: string
  }
}

/** The parameters of scrypt for new keystores. With these parameters, scrypt takes about 0.3 s and 128 MB. */
const cost = { n: 131_072, r: 8, p: 1 } as const
/** The maximum memory that reading a keystore may take, in bytes. A file that needs more memory is an attack, not a safer key. */
const maximumMemory = 1024 ** 3

const scryptKey = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt)
const pbkdf2Key = promisify(pbkdf2)

export async function encryptKey(
  secret: string,
  address: string,
  password: string,
  family: Family = 'eip155',
): Promise<Keystore> {
  const salt = randomBytes(32)
  const iv = randomBytes(12)
  const key = await derive(password.normalize('NFKC'), salt, cost)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(address))
  const text = Buffer.concat([cipher.update(sealedBytes(secret)), cipher.final()])
  return {
    type: 'latchkey-keystore',
    version: 1,
    family,
    address,
    kdf: { name: 'scrypt', ...cost, salt: salt.toString('hex') },
    cipher: {
      name: 'aes-256-gcm',
      iv: iv.toString('hex'),
      tag: cipher.getAuthTag().toString('hex'),
      text: text.toString('hex'),
    },
  }
}

/** An encrypted key of either format. */
export interface SealedKey {
  /** The address in the file; undefined in some Web3 files. A file whose key belongs to another address can't be opened. */
  readonly address: string | undefined
  readonly family: Family
  /** Resolves with the secret in the family's form. A wrong password causes exit code 4. */
  open(password: string, keccak256: (bytes: Uint8Array) => Promise<Uint8Array>): Promise<string>
}

/** Reads the text of a keystore. @throws an error with exit code 2 if the text isn't a keystore */
export function parseKeystore(text: string): SealedKey {
  const file = parseJson(text)
  if (isOwn(file))
    return { address: file.address, family: file.family, open: (password) => openOwn(file, password) }
  if (isWeb3(file)) {
    const address = file.address ? `0x${file.address.replace(/^0x/i, '')}` : undefined
    return { address, family: 'eip155', open: (password, keccak256) => openWeb3(file, password, keccak256) }
  }
  throw malformed('it is neither a latchkey keystore nor Web3 Secret Storage version 3')
}

function parseJson(text: string): unknown {
  try {
    const { Crypto: crypto, ...rest } = (JSON.parse(text) ?? {}) as { Crypto?: unknown }
    // Some programs write `Crypto` with a capital letter.
    return crypto === undefined ? rest : { ...rest, crypto }
  } catch (cause) {
    throw malformed('it is not JSON', cause)
  }
}

async function openOwn({ kdf, cipher, address }: Keystore, password: string): Promise<string> {
  const key = await derive(password.normalize('NFKC'), bytes(kdf.salt), kdf)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(cipher.iv), { authTagLength: 16 })
      .setAAD(Buffer.from(address))
      .setAuthTag(bytes(cipher.tag))
    return openedText(Buffer.concat([decipher.update(bytes(cipher.text)), decipher.final()]))
  } catch (cause) {
    throw wrongPassword(cause)
  }
}

async function openWeb3(
  { crypto, address }: Web3Keystore,
  password: string,
  keccak256: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<string> {
  if (crypto.cipher !== 'aes-128-ctr') throw malformed(`its cipher ${crypto.cipher} is unknown`)
  const text = bytes(crypto.ciphertext)
  const expected = bytes(crypto.mac)
  let key: Buffer | undefined
  // The format doesn't define the form of the password: most programs use it as typed, and ethers normalizes it.
  for (const form of new Set([password, password.normalize('NFKC')])) {
    const derived = await web3Key(crypto, form)
    const mac = await keccak256(Buffer.concat([derived.subarray(16, 32), text]))
    if (expected.length !== mac.length || !timingSafeEqual(expected, mac)) continue
    key = derived
    break
  }
  if (!key) throw wrongPassword()
  const decipher = createDecipheriv('aes-128-ctr', key.subarray(0, 16), bytes(crypto.cipherparams.iv))
  const secret = `0x${Buffer.concat([decipher.update(text), decipher.final()]).toString('hex')}`
  // The MAC doesn't cover the IV, so a changed file can open as another key.
  if (address && readHexKey(secret)) {
    const hash = await keccak256(publicKeyOf(secret, 'uncompressed').subarray(1))
    if (!bytes(address).equals(hash.subarray(-20)))
      throw malformed('its key belongs to another address than the file names')
  }
  return secret
}

async function web3Key({ kdf, kdfparams }: Web3Keystore['crypto'], password: string): Promise<Buffer> {
  const { n, r, p, c, prf, salt } = kdfparams
  if (kdf === 'scrypt') return derive(password, bytes(salt), { n: Number(n), r: Number(r), p: Number(p) })
  if (kdf === 'pbkdf2' && prf === 'hmac-sha256' && Number(c) > 0 && Number(c) <= 10_000_000)
    return pbkdf2Key(password, bytes(salt), Number(c), 32, 'sha256')
  throw malformed(`its key derivation ${kdf} is unknown`)
}

async function derive(password: string, salt: Buffer, { n, r, p }: Cost): Promise<Buffer> {
  const memory = 128 * n * r
  if (!(memory > 0) || memory > maximumMemory || !(p > 0) || p > 16)
    throw malformed('its scrypt cost is out of range')
  try {
    const maxmem = memory + 128 * r * p + 1024 ** 2
    return await scryptKey(password, salt, 32, { N: n, r, p, maxmem })
  } catch (cause) {
    throw malformed('its scrypt cost is not valid', cause)
  }
}

function isOwn(value: unknown): value is Keystore {
  const one = value as Partial<Keystore> | null
  return (
    one?.type === 'latchkey-keystore' &&
    one.version === 1 &&
    one.kdf?.name === 'scrypt' &&
    one.cipher?.name === 'aes-256-gcm' &&
    typeof one.address === 'string' &&
    isFamily(String(one.family))
  )
}

function isWeb3(value: unknown): value is Web3Keystore {
  const one = value as Partial<Web3Keystore> | null
  return (
    one?.version === 3 &&
    typeof (one.address ?? '') === 'string' &&
    typeof one.crypto?.ciphertext === 'string' &&
    typeof one.crypto.kdfparams === 'object'
  )
}

function bytes(hex: unknown): Buffer {
  if (typeof hex !== 'string' || !/^(0x)?([0-9a-f]{2})*$/i.test(hex))
    throw malformed('a field of it is not hex')
  return Buffer.from(hex.replace(/^0x/i, ''), 'hex')
}

/**
 * Returns the bytes to encrypt. A hex secret of 32 bytes is stored as these bytes. Any other secret, such as a phrase or base58,
 * is stored as text with `=` before it.
 */
function sealedBytes(secret: string): Buffer {
  return /^0x[0-9a-f]{64}$/.test(secret) ? Buffer.from(secret.slice(2), 'hex') : Buffer.from(`=${secret}`)
}

function openedText(opened: Buffer): string {
  return opened.length === 32 ? `0x${opened.toString('hex')}` : opened.toString('utf8').slice(1)
}

function malformed(reason: string, cause?: unknown): CliError {
  return cliError('cli/keystore-invalid', `keystore: ${reason}`, { cause })
}

function wrongPassword(cause?: unknown): CliError {
  return cliError('cli/wrong-password', 'The password does not open the keystore', {
    hint: 'It comes from LATCHKEY_PASSWORD_FILE, LATCHKEY_PASSWORD or the prompt.',
    cause,
  })
}
