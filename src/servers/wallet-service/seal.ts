import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random, Secrets } from './secrets.ts'

/**
 * The user and the wallet version that a key share belongs to. If the key share is moved to another row, it can't be decrypted.
 */
export interface SharePlace {
  readonly user: string
  readonly version: number
}

/** The version of the format. */
const form = '1'
const ivLength = 12
const tagLength = 16

/**
 * Encrypts a key share: AES-256-GCM with the user's key. The user and the version are associated data. Returns `1.` and the
 * base64 of nonce, ciphertext and tag.
 */
export function seal(secrets: Secrets, random: Random, share: string, place: SharePlace): string {
  const iv = random.bytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', secrets.shareKey(place.user), iv)
  cipher.setAAD(associated(place))
  const sealed = Buffer.concat([iv, cipher.update(share, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${form}.${sealed.toString('base64')}`
}

/** Decrypts a key share. @throws When the key, the user or the version is wrong, or the data was changed. */
export function unseal(secrets: Secrets, sealed: string, place: SharePlace): string {
  const [name, text = ''] = sealed.split('.')
  const bytes = Buffer.from(text, 'base64')
  if (name !== form || bytes.length < ivLength + tagLength)
    throw new Error('The format of a share is unknown')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    secrets.shareKey(place.user),
    bytes.subarray(0, ivLength),
    { authTagLength: tagLength },
  )
  decipher.setAAD(associated(place))
  decipher.setAuthTag(bytes.subarray(-tagLength))
  const share = bytes.subarray(ivLength, -tagLength)
  return Buffer.concat([decipher.update(share), decipher.final()]).toString('utf8')
}

function associated({ user, version }: SharePlace): Buffer {
  return Buffer.from(`${user}\n${version}`)
}
