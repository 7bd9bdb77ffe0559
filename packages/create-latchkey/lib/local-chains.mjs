import { families } from './families.mjs'

/** Returns the text of `test/local-chains.ts`, which starts chains for the app's tests. */
export function localChains({ families: names }) {
  const used = names.map((name) => ({ name, ...families[name].dev }))
  const connectors = [...new Set(used.map(({ connector }) => connector))].toSorted()
  return `${[
    ...importOf(
      connectors.filter((one) => one === 'externalConnector'),
      'latchkey',
    ),
    ...importOf(
      connectors.filter((one) => one !== 'externalConnector'),
      'latchkey/connectors',
    ),
    "import { startDevnet } from 'latchkey/devnet'",
    "import { devWallets } from 'latchkey/testing'",
    "import { afterAll } from 'vitest'",
    "import type { families } from '../src/families'",
    '',
    '/** Starts chains on this machine for a test file, and stops them after it. */',
    'export async function localChains(used: readonly (typeof families)[number][]) {',
    '  const devnet = await startDevnet({ families: used })',
    '  afterAll(() => devnet.stop())',
    '  const wallets = devWallets(devnet)',
    "  const dev = { id: 'dev', name: 'Dev' }",
    '  /** Wallets that hold test coins on the local chains, and approve every request. */',
    '  const connectors = {',
    ...used.map(({ name, connector, wallet }) => `    ${name}: () => ${connector}({ ...dev, ${wallet} }),`),
    '  }',
    '  return { networks: devnet.networks, connectors }',
    '}',
  ].join('\n')}\n`
}

const importOf = (names, from) => (names.length > 0 ? [`import { ${names.join(', ')} } from '${from}'`] : [])
