import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fundsEach, holders, native, tokens } from './genesis.ts'

interface Genesis {
  readonly app_state: {
    readonly auth: { accounts: object[] }
    readonly bank: { balances: object[]; supply: object[]; denom_metadata: object[] }
  }
}

/** Writes the balances and the metadata of denoms into the genesis. */
export async function fundGenesis(home: string): Promise<void> {
  const path = join(home, 'config', 'genesis.json')
  const genesis = JSON.parse(await readFile(path, 'utf8')) as Genesis
  const { auth, bank } = genesis.app_state
  const coins = (amount: bigint) =>
    [native, ...tokens]
      .map(({ denom }) => ({ denom, amount: String(amount) }))
      .sort((a, b) => (a.denom < b.denom ? -1 : 1))
  auth.accounts = holders.map((address, number) => ({
    '@type': '/cosmos.auth.v1beta1.BaseAccount',
    address,
    pub_key: null,
    account_number: String(number),
    sequence: '0',
  }))
  bank.balances = holders.map((address) => ({ address, coins: coins(fundsEach) }))
  bank.supply = coins(fundsEach * BigInt(holders.length))
  bank.denom_metadata = [native, ...tokens].map(({ denom, name, symbol, decimals }) => ({
    description: name,
    denom_units: [
      { denom, exponent: 0, aliases: [] },
      { denom: symbol.toLowerCase(), exponent: decimals, aliases: [] },
    ],
    base: denom,
    display: symbol.toLowerCase(),
    name,
    symbol,
  }))
  await writeFile(path, JSON.stringify(genesis))
}

/** Sets half a second between blocks. The default is five seconds, because real validators are far apart. */
export async function configure(home: string): Promise<void> {
  const path = join(home, 'config', 'config.toml')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(/^timeout_commit = ".*"$/m, 'timeout_commit = "500ms"'))
}
