import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { askNode } from '../../cli/nodes/node-rpc.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { lyingNode } from './support/loopback-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const alice = devAccounts.alice!.eip155!.address
const bob = devAccounts.bob!.eip155!.address
const transfer = 'transfer(address,uint256)'
const balanceOf = 'balanceOf(address)(uint256)'

let devnet: Devnet
let token: string
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  token = devnet.tokens
    .find(({ asset }) => asset.startsWith('eip155:31337/'))!
    .asset.split(':')
    .at(-1)!
}, leaseTimeout)
afterAll(() => devnet?.stop())

const run = (...argv: string[]) => runAt(devnet.nodes[0]!.url, argv)
async function runAt(url: string, argv: readonly string[]) {
  const on = ['-n', 'eip155:31337', '--rpc', url, '--json']
  const ran = await runCli([...on, ...argv], { env: { LATCHKEY_HOME: tempDir() } })
  return { code: ran.code, stderr: ran.stderr, ...ran.json() }
}
const read = (...argv: string[]) => run('read', token, ...argv)
const call = (...argv: string[]) => run('call', '-w', 'dev:alice', ...argv)
const held = async (address: string) => BigInt((await read(balanceOf, address)).data.result[0])
const nonce = () => askNode<string>(devnet.nodes[0]!.url, 'eth_getTransactionCount', [alice, 'pending'])

describe('latchkey read', () => {
  it('prints the values that a function of a contract returns, one per line', async () => {
    const decimals = await read('decimals()(uint8)')
    expect(decimals).toMatchObject({ code: 0, data: { function: 'decimals()' }, error: null })
    expect(await held(bob)).toBe(await held('dev:bob'))
    expect(await held(bob)).toBeGreaterThan(0n)
    const on = ['-n', 'eip155:31337', '--rpc', devnet.nodes[0]!.url, '-q']
    const symbol = await runCli(['read', token, 'symbol()(string)', ...on], {
      env: { LATCHKEY_HOME: tempDir() },
    })
    expect(symbol).toMatchObject({ code: 0, stderr: '' })
    expect(symbol.stdout).toMatch(/^\w+\n$/)
  })

  it("requires the function's return types and an address with a contract", async () => {
    expect(await read('decimals()')).toMatchObject({
      code: 2,
      error: { hint: "For example: 'decimals()(uint256)'." },
    })
    expect(await run('read', bob, balanceOf, bob)).toMatchObject({
      code: 2,
      error: { message: expect.stringContaining('no contract with this function') },
    })
  })
})

describe('latchkey call', () => {
  it('shows the call and its fee, and then sends the call once', async () => {
    const [mine, theirs] = [await held(alice), await held(bob)]
    const sent = await call(token, `${transfer}(bool)`, 'dev:bob', '1500', '--wait', '--yes')
    expect(sent, JSON.stringify(sent.error)).toMatchObject({
      code: 0,
      data: { function: transfer, args: [bob, '1500'], result: true, status: { phase: 'confirmed' } },
    })
    expect(sent.stderr).toMatch(/^function +transfer\(address,uint256\)$/m)
    expect(sent.stderr).toMatch(new RegExp(`^ +address +${bob}$`, 'm'))
    expect(sent.stderr).toMatch(/^fee up to +0\.0\d+ ETH$/m)
    expect([await held(alice), await held(bob)]).toEqual([mine - 1500n, theirs + 1500n])
  })

  it('sends nothing in a dry run, without --yes, or above --max-spend', async () => {
    const before = await nonce()
    const dry = await call(token, `${transfer}(bool)`, bob, '7', '--dry-run')
    expect(dry).toMatchObject({ code: 0, data: { dryRun: true, result: true } })
    const refused = await call(token, transfer, bob, '7')
    expect(refused).toMatchObject({ code: 3, error: { code: 'cli/declined' } })
    expect(refused.stderr).toMatch(/Call transfer\(address,uint256\) of 0x\w{40} on .*, fee up to .* ETH\?/)
    const dear = await call(token, transfer, bob, '7', '--yes', '--max-spend', '0.000000000000000001')
    expect(dear).toMatchObject({ code: 2, error: { message: expect.stringMatching(/^max-spend: /) } })
    expect(await nonce()).toBe(before)
  })

  it.each<[string, bigint, object]>([
    ['sends the call if the fee rises a little before the call is signed', 11n, { code: 0, error: null }],
    ['sends nothing if the fee rises a lot', 1000n, { error: { code: 'wallet/fee-above-limit' } }],
  ])('%s', async (_, tenths, expected) => {
    let asked = 0
    const node = await lyingNode(devnet.nodes[0]!.url, (method, result) => {
      if (method !== 'eth_maxPriorityFeePerGas' || asked++ === 0) return result
      return `0x${((BigInt(result as string) * tenths) / 10n).toString(16)}`
    })
    onTestFinished(() => node.stop())
    const before = await nonce()
    const ran = await runAt(node.url, [
      'call',
      '-w',
      'dev:alice',
      token,
      transfer,
      bob,
      '1',
      '--yes',
      '--wait',
    ])
    expect(ran).toMatchObject(expected)
    expect(asked).toBeGreaterThan(1)
    expect(Number(await nonce()) - Number(before)).toBe(ran.code === 0 ? 1 : 0)
  })

  it('refuses calls that would revert, unlimited approvals, and addresses without a contract', async () => {
    const before = await nonce()
    const most = String(2n ** 256n - 1n)
    expect(await call(token, transfer, bob, most, '--yes')).toMatchObject({
      code: 1,
      error: { code: 'node/execution-reverted' },
    })
    expect((await call(token, 'nope(uint256)', '1', '--yes')).error).toMatchObject({
      code: 'node/execution-reverted',
      message: 'The contract reverted the call',
    })
    const approval = ['approve(address,uint256)', bob, most, '--yes']
    const unlimited = await call(token, ...approval)
    expect(unlimited).toMatchObject({
      code: 3,
      error: { hint: expect.stringContaining('--allow-danger unlimited') },
    })
    expect(unlimited.stderr).toMatch(/DANGER/)
    expect(await call(bob, transfer, bob, '1', '--value', '1', '--yes')).toMatchObject({
      code: 2,
      error: { message: expect.stringMatching(/^address: there is no contract/) },
    })
    expect(await nonce()).toBe(before)
  })

  it.each<[string, string, readonly string[]]>([
    ['function: ', 'transfer', []],
    ['function: ', 'transfer(adress)', [bob]],
    ['function: ', 'transfer(address', [bob]],
    ['function: ', 'transfer(address) payable', [bob]],
    ['arguments: transfer takes 2, and 1 are given', transfer, [bob]],
    ['arguments: transfer takes 2, and 3 are given', transfer, [bob, '1', '2']],
    ['argument 1: the checksum of ', transfer, [bob.replace('C8', 'c8'), '1']],
    ['argument 1: "0x12" is not an address', transfer, ['0x12', '1']],
    ['argument 1: eip155:1:', transfer, [`eip155:1:${bob}`, '1']],
    ['argument 2: "0.5" is not a whole number', transfer, [bob, '0.5']],
    ['argument 2: ', transfer, [bob, String(2n ** 256n)]],
    ['argument 1: 256 does not fit into uint8', 'f(uint8)', ['256']],
    ['argument 1: 128 does not fit into int8', 'f(int8)', ['128']],
    ['argument 1: "yes" is neither true nor false', 'f(bool)', ['yes']],
    ['argument 1: "0x123" is not bytes', 'f(bytes)', ['0x123']],
    ['argument 1: "0x12" is not bytes4', 'f(bytes4)', ['0x12']],
    ['argument 1: uint256[2] has 2 items', 'f(uint256[2])', ['["1"]']],
    ['argument 1[1]: must be a text', 'f(uint256[])', ['[1,9007199254740993]']],
    ['argument 1[0]: "x" is not a whole number', 'f((uint256,bool))', ['["x",true]']],
  ])(
    'fails with an error that starts with "%s" for the function %s and the arguments %j',
    async (message, text, args) => {
      const before = await nonce()
      const ran = await call('--yes', token, text, ...args)
      expect(ran.error?.message.startsWith(message), ran.error?.message).toBe(true)
      expect(ran.code).toBe(2)
      expect(await nonce()).toBe(before)
    },
  )

  it('accepts lists, tuples and negative numbers as arguments', async () => {
    const args = ['["1","0x02"]', '[3,true]', '--', '-4']
    const ran = await call(token, 'f(uint256[],(uint256 a,bool b),int8)', '--yes', ...args)
    // The arguments are valid, but the token has no such function, so the contract refuses the call.
    expect(ran).toMatchObject({ code: 1, error: { code: 'node/execution-reverted' } })
  })
})
