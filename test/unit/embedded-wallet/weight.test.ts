import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { embeddedWalletApp, filesWith } from '../../support/embedded-wallet-app.ts'

it('the embedded wallet starts with little code and no blockchain library', {
  timeout: 60_000,
}, async () => {
  const { folder, files } = await embeddedWalletApp()
  const needed = filesWith('app.ts', files)
  const sources = files.filter(({ path }) => needed.has(path)).flatMap(({ modules }) => modules)
  expect(sources.some((path) => path.endsWith('embedded-wallet/app.ts'))).toBe(true)
  expect(
    sources.filter((path) => /viem|@solana\/web3|noble\/curves|bip39|bip32|wallets\/decode/.test(path)),
  ).toEqual([])
  const size = [...needed].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0)
  expect(size).toBeGreaterThan(10_000)
  // The wallet's code and the texts of errors take 40.0 kB. The limit is 160 bytes higher, because the output of gzip
  // differs a little between machines.
  expect(size).toBeLessThan(40_200)
})

it("a login and the page's first request load few files", async () => {
  const { files } = await embeddedWalletApp()
  const modules = [
    'app.ts',
    'screen/code-card.ts',
    'keys/slip10.ts',
    'requests/eip155.ts',
    'screen/ask.ts',
    'screen/keep-note.ts',
  ]
  const needed = modules.flatMap((module) => [...filesWith(module, files)])
  expect([...new Set(needed)].map((path) => path.replace(/-[\w-]{8}\./, '.'))).toEqual([
    'app.js',
    'chunks/login.js',
    'chunks/shared.js',
    'chunks/request.js',
  ])
})
