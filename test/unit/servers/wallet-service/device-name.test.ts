import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { deviceName } from '../../../../src/servers/wallet-service/http/device-name.ts'

const app = new Hono().get('/', (c) => c.text(deviceName(c)))
const nameOf = async (agent: string) => (await app.request('/', { headers: { 'user-agent': agent } })).text()
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe("a device's name", () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['curl/8.0', 'an unknown browser'],
    ['Your wallet is locked. Call +1 555 0100 (Windows)', 'Windows'],
    [`Firefox/ ${'Windows'.repeat(1000)}`, 'Firefox'],
    ['', 'an unknown browser'],
  ])('for the user agent %j is %j', async (agent, name) => {
    expect(await nameOf(agent)).toBe(name)
  })
})
