import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { catalogueFolder } from '../../../../src/servers/catalogue/catalogue-folder.ts'
import { catalogueHandler } from '../../../../src/servers/catalogue/catalogue-handler.ts'

const wallet = { id: 'one', name: 'One', image_id: 'one', chains: ['eip155:1'] }
/** The first bytes of every PNG file. They aren't valid text. */
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff])

function folderOf(wallets: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-catalogue-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'wallets.json'), typeof wallets === 'string' ? wallets : JSON.stringify(wallets))
  mkdirSync(join(folder, 'wallet'))
  mkdirSync(join(folder, 'token'))
  writeFileSync(join(folder, 'wallet/one.png'), png)
  writeFileSync(join(folder, 'token/ETH.svg'), '<svg/>')
  writeFileSync(join(folder, 'token/secret.txt'), 'secret')
  return folder
}

describe('a catalogue folder', () => {
  it('is served as a list of wallets and unchanged images', () => {
    const answer = catalogueHandler(catalogueFolder(folderOf([wallet])))
    const get = (path: string) => answer('GET', new URL(path, 'http://service'))
    expect(JSON.parse(String(get('/getWallets').body))).toEqual({ data: [wallet], count: 1 })
    expect(get('/getWalletImage/one')).toMatchObject({ status: 200, contentType: 'image/png', body: png })
    expect(get('/public/getTokenImage/ETH')).toMatchObject({ contentType: 'image/svg+xml' })
    for (const path of [
      '/public/getTokenImage/secret',
      '/getWalletImage/..%2Fwallets',
      '/public/getAssetImage/one',
    ])
      expect(get(path).status).toBe(404)
  })

  it.each([
    ['invalid JSON', '[', 'wallets.json is not JSON'],
    ['an object instead of a list', {}, 'wallets.json: it'],
    ['a wallet without a name', [{ ...wallet, name: undefined }], 'wallets.json: 0.name'],
    [
      'a wallet with an invalid network',
      [wallet, { ...wallet, chains: ['Ethereum'] }],
      'wallets.json: 1.chains.0',
    ],
    ['a misspelled field', [{ ...wallet, imageId: 'x' }], '"imageId"'],
  ])('is refused if its file wallets.json has %s', (_, wallets, message) => {
    expect(() => catalogueFolder(folderOf(wallets))).toThrow(message)
  })
})
