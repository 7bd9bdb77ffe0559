import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { embeddedWalletApp } from '../../support/embedded-wallet-app.ts'

it('the embedded wallet starts with little code and no blockchain library', {
  timeout: 60_000,
}, async () => {
  const { metafile } = await embeddedWalletApp()
  const first = Object.keys(metafile.outputs).find((path) => path.endsWith('/app.js'))!
  const needed = new Set<string>()
  const need = (path: string) => {
    if (needed.has(path)) return
    needed.add(path)
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') need(next)
  }
  need(first)
  const sources = [...needed].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}))
  expect(sources.some((path) => path.endsWith('embedded-wallet/app.ts'))).toBe(true)
  expect(
    sources.filter((path) => /viem|@solana\/web3|noble\/curves|bip39|bip32|wallets\/decode/.test(path)),
  ).toEqual([])
  const size = [...needed].reduce((sum, path) => sum + gzipSync(readFileSync(resolve(path))).length, 0)
  expect(size).toBeGreaterThan(10_000)
  // The wallet's code and the texts of errors take 53.2 kB. The limit is 300 bytes higher, because the output of gzip
  // differs a little between machines.
  expect(size).toBeLessThan(53_500)
})
