import { families } from './families.mjs'

/** Returns the text of `src/options.ts`, which has the options of `createLatchkey`. */
export function optionsFile({ template, families: names, walletConnect, signIn }, app) {
  const networks = names.map((name) => families[name].network)
  const isRelay = walletConnect.includes('://')
  const listed =
    template === 'next'
      ? "process.env.NODE_ENV !== 'production' && process.env.NEXT_PUBLIC_DEVNET_NETWORKS"
      : 'import.meta.env.DEV && import.meta.env.VITE_DEVNET_NETWORKS'
  return `${[
    "import type { ChainNetwork, LatchkeyOptions } from 'latchkey'",
    ...names.toSorted().map((name) => `import { ${name} } from 'latchkey/adapters/${name}'`),
    ...(walletConnect ? ["import { walletConnect } from 'latchkey/connectors/walletconnect'"] : []),
    `import { ${networks.toSorted().join(', ')} } from 'latchkey/networks'`,
    ...(signIn ? ["import { serverSessions } from 'latchkey/siwx'"] : []),
    "import { families } from './families'",
    '',
    '/** The networks of `npm run devnet`, or of `npx latchkey devnet --env .env.local`. */',
    `const listed = ${listed}`,
    "const all: readonly ChainNetwork[] = JSON.parse(listed || '[]')",
    'const devnet = all.filter(({ chainNamespace }) => families.some((family) => family === chainNamespace))',
    'const first = devnet.at(0)',
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
    '  ...(first && { networks: [first, ...devnet.slice(1)] as const }),',
    '} satisfies LatchkeyOptions',
  ].join('\n')}\n`
}
