import { createHash, webcrypto } from 'node:crypto'
import {
  deviceHeaders,
  deviceProofText,
  type LoginStarted,
  type ServiceSession,
} from '../../src/core/wallet/wallet-service.ts'
import type { DevMailbox } from '../../src/devnet/mailbox/start-mailbox.ts'

type Keys = webcrypto.CryptoKeyPair

export interface AskOptions {
  readonly access?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Answer<T = Readonly<Record<string, unknown>>> {
  readonly status: number
  readonly body: T
  readonly headers: Headers
}

/** A browser that has its own key and calls the service of the embedded wallet. */
export interface WalletDevice {
  readonly url: string
  /** Returns the headers that authenticate a request. */
  proof(method: string, path: string, body?: string): Promise<Readonly<Record<string, string>>>
  ask<T = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: unknown,
    options?: AskOptions,
  ): Promise<Answer<T>>
  begin(email: string): Promise<Answer<LoginStarted>>
  /** Returns the same device, connected to the service at another URL. */
  at(url: string): WalletDevice
}

export async function walletDevice(
  url: string,
  { now = Date.now }: { readonly now?: () => number } = {},
): Promise<WalletDevice> {
  const keys = (await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])) as Keys
  const { kty, crv, x, y } = await webcrypto.subtle.exportKey('jwk', keys.publicKey)
  const key = Buffer.from(JSON.stringify({ kty, crv, x, y })).toString('base64url')
  const deviceAt = (url: string): WalletDevice => ({
    url,
    async proof(method, path, body = '') {
      const time = now()
      const hash = createHash('sha256').update(body).digest('hex')
      const signature = await webcrypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        keys.privateKey,
        Buffer.from(deviceProofText(method, path, time, hash)),
      )
      return {
        [deviceHeaders.key]: key,
        [deviceHeaders.time]: String(time),
        [deviceHeaders.proof]: Buffer.from(signature).toString('base64url'),
      }
    },
    async ask<T>(method: string, path: string, body?: unknown, { access, headers, signal }: AskOptions = {}) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      return send<T>(url + path, {
        method,
        signal,
        body: text,
        headers: {
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...(await this.proof(method, path, text)),
          ...(access !== undefined && { authorization: `Bearer ${access}` }),
          ...headers,
        },
      })
    },
    begin(email) {
      return this.ask<LoginStarted>('POST', '/api/login/email', { email })
    },
    at: deviceAt,
  })
  return deviceAt(url)
}

export async function send<T = Readonly<Record<string, unknown>>>(
  url: string,
  init: RequestInit & { readonly body?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Answer<T>> {
  const response = await fetch(url, init as RequestInit)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T }
}

const codePattern = /^\d{6}$/m
const tokenPattern = /^http.*\/device#([\w-]+)$/m

/** Returns the code that a mail contains. */
export function codeIn({ text }: { readonly text: string }): string {
  const [code] = codePattern.exec(text) ?? []
  if (code === undefined) throw new Error(`no code in: ${text}`)
  return code
}

/** Returns the token in the link that a mail contains. */
export function tokenIn({ text }: { readonly text: string }): string {
  const [, token] = tokenPattern.exec(text) ?? []
  if (token === undefined) throw new Error(`no link in: ${text}`)
  return token
}

/** Identifies a mail: the first mail to this address that has a code or a link. The first `after` mails don't count. */
interface MailPlace {
  readonly mailbox: DevMailbox
  readonly email: string
  readonly after?: number | undefined
}

export const codeTo = async (place: MailPlace) => codeIn(await mailWith(codePattern, place))

export const tokenTo = async (place: MailPlace) => tokenIn(await mailWith(tokenPattern, place))

/** Waits for a mail that matches. Skips other mails, such as notices, which the service may send late. */
async function mailWith(pattern: RegExp, { mailbox, email, after = 0 }: MailPlace) {
  for (let at = after; ; at++) {
    const mail = await mailbox.waitFor(email, { after: at })
    if (pattern.test(mail.text)) return mail
  }
}

/** Approves a device, as the button on the page of the mail's link does. */
export function approve(url: string, token: string): Promise<Answer> {
  return send(`${url}/device/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token }),
  })
}

const count = (mailbox: DevMailbox, email: string) =>
  mailbox.mails().filter(({ to }) => to.includes(email.toLowerCase())).length

/** Logs in with the code from the mailbox. First approves the device if the service requires this. */
export async function logIn(
  device: WalletDevice,
  mailbox: DevMailbox,
  email: string,
): Promise<ServiceSession> {
  let after = count(mailbox, email)
  const { status, body } = await device.begin(email)
  if (status !== 200) throw new Error(`the login does not begin: ${JSON.stringify(body)}`)
  if (body.action === 'VERIFY_DEVICE') {
    await approve(device.url, await tokenTo({ mailbox, email, after }))
    after++
  }
  const code = await codeTo({ mailbox, email, after })
  const session = await device.ask<ServiceSession>('POST', '/api/login/code', { login: body.login, code })
  if (session.status !== 200) throw new Error(`the code does not work: ${JSON.stringify(session.body)}`)
  return session.body
}
