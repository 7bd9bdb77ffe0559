import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseSepolia, sepolia } from 'latchkey/networks'
import { type Hex, verifyTypedData } from 'viem'
import { sepolia as sepoliaOfViem } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { note, weth } from '../../../examples/from-rainbowkit/weth.ts'
import { nodeRpc } from '../../../src/devnet/node-rpc.ts'
import { chromiumPath } from '../../e2e/chromium.ts'
import { poll } from '../../e2e/visitor.ts'
import { root } from '../../package/support.ts'
import { type ServedFolder, serveFolder } from './serve-folder.ts'
import { alice, installed, type Visitors, visitors } from './visit.ts'

const networks = [sepolia, baseSepolia] as const
const modules = join(root, 'node_modules')
const wethFile = join(modules, '@uniswap/v2-periphery/build/WETH9.json')
const { bytecode: wethCode } = JSON.parse(readFileSync(wethFile, 'utf8')) as { readonly bytecode: string }
// viem doesn't export this constant publicly.
const { multicall3Bytecode } = (await import(join(modules, 'viem/_esm/constants/contracts.js'))) as {
  readonly multicall3Bytecode: string
}

/**
 * Puts a contract at an address. First calls the constructor without a recipient, which returns the contract's code.
 */
async function placeContract(url: string, address: string | undefined, code: string): Promise<void> {
  const create = { data: `0x${code.replace(/^0x/, '')}` }
  const created = await nodeRpc<string>(url, 'eth_call', [create, 'latest'])
  await nodeRpc(url, 'anvil_setCode', [address, created])
}

/** Tests the same app in two versions: with wagmi and RainbowKit, and with Latchkey. */
describe.skipIf(!chromiumPath).each([
  { name: 'rainbowkit', withPackage: false, startOfWatch: 'eth_newFilter' },
  { name: 'from-rainbowkit', withPackage: true, startOfWatch: 'eth_blockNumber' },
])('examples/$name', { timeout: 120_000 }, ({ name, withPackage, startOfWatch }) => {
  const folder = join(root, 'examples', name)
  let browser: Visitors
  let site: ServedFolder
  beforeAll(async () => {
    installed(name, { withPackage })
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    ;[browser, site] = await Promise.all([visitors(networks), serveFolder(join(folder, 'dist'))])
    for (const [index, { id }] of networks.entries()) {
      const node = browser.nodes[index] ?? ''
      await placeContract(node, weth[Number(id)], wethCode)
      // wagmi reads through this contract.
      await placeContract(node, sepoliaOfViem.contracts.multicall3.address, multicall3Bytecode)
    }
  }, 300_000)
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()])
  })

  // The repository's own `tsc` checks the other version.
  if (!withPackage)
    it('has no type error', () => {
      execFileSync(process.execPath, [join(modules, 'typescript/bin/tsc'), '-p', folder], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
    })

  it('connects, reads, writes, watches, signs typed data, switches, and restores the connection', async () => {
    const { page, complaints } = await browser.visit(`${site.origin}/`)
    const shown = (message: string) => poll(() => page.locator('dd').allTextContents(), { message })
    const listed = (message: string) => poll(() => page.locator('li').allTextContents(), { message })
    const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click()

    const answered: string[] = []
    page.on('response', (response) => void answered.push(response.request().postData() ?? ''))

    await page.getByRole('button', { name: /^connect wallet$/i }).click()
    await page.getByRole('button', { name: 'Dev Ethereum' }).click()
    await shown('the page shows the account and what it holds').toEqual([alice, 'Sepolia', '0 WETH'])
    await poll(() => answered.join(), { message: 'the watch has begun' }).toContain(startOfWatch)

    await press('Wrap 0.01 ETH')
    await shown('the balance is read again after the event').toEqual([alice, 'Sepolia', '0.01 WETH'])
    await listed('the event is watched').toEqual(['Someone wrapped 0.01 ETH.'])
    await poll(() => page.locator('main').getByRole('status').allTextContents(), {
      message: 'a block includes the transaction',
    }).toEqual(['Wrapped.'])

    await press('Sign a note')
    const signed = page.locator('[data-signature]')
    await poll(() => signed.textContent(), { message: 'the wallet has signed' }).toBe('Signed.')
    const signature = (await signed.getAttribute('data-signature')) as Hex
    const domain = { chainId: Number(sepolia.id) }
    expect(await verifyTypedData({ ...note, domain, address: alice as Hex, signature })).toBe(true)

    await press('Switch to Base Sepolia')
    await shown('the page shows the other network').toEqual([alice, 'Base Sepolia', '0 WETH'])
    await page.reload()
    await shown('the connection is restored').toEqual([alice, 'Base Sepolia', '0 WETH'])
    expect(complaints).toEqual([])
  })
})
