/**
 * Coinbase's session tokens: https://docs.cdp.coinbase.com/onramp/reference. A token is the JSON of its request in base64url, so
 * that tests can read it.
 */
export function coinbaseAnswer(path: string, body: unknown): unknown {
  const { addresses, clientIp } = Object(body) as {
    readonly addresses?: unknown
    readonly clientIp?: unknown
  }
  if (path !== 'onramp/v1/token' || !Array.isArray(addresses) || !clientIp) return undefined
  return { token: Buffer.from(JSON.stringify(body)).toString('base64url'), channel_id: 'dev-channel' }
}
