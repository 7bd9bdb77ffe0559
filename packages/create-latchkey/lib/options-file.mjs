import { families } from './families.mjs'

/** The text of `src/options.ts`: what the page passes to `createLatchkey`. */
export function optionsFile({ families: names, walletConnect, signIn }, app) {
  const networks = names.map((name) => families[name].network)
  const isRelay = walletConnect.includes('://')
  return `${[
    "import type { LatchkeyOptions } from 'latchkey'",
    ...names.toSorted().map((name) => `import { ${name} } from 'latchkey/adapters/${name}'`),
    ...(walletConnect ? ["import { walletConnect } from 'latchkey/connectors/walletconnect'"] : []),
    `import { ${networks.toSorted().join(', ')} } from 'latchkey/networks'`,
    ...(signIn ? ["import { serverSessions } from 'latchkey/siwx'"] : []),
    '',
    '/** The networks, wallets and other options of the app. */',
    'export const options = {',
    `  networks: [${networks.join(', ')}],`,
    `  adapters: [${names.map((name) => `${name}()`).join(', ')}],`,
    ...(walletConnect ? ['  connectors: [walletConnect()],'] : []),
    ...(walletConnect && isRelay ? [`  endpoints: { relay: '${walletConnect}' },`] : []),
    ...(walletConnect && !isRelay ? [`  projectId: '${walletConnect}',`] : []),
    ...(signIn ? ["  siwx: serverSessions({ url: '/auth' }),"] : []),
    `  metadata: { name: '${app}' },`,
    "  themeMode: 'system',",
    '} satisfies LatchkeyOptions',
  ].join('\n')}\n`
}
