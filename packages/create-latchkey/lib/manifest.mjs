import { families } from './families.mjs'
import { versions } from './versions.mjs'

const common = ['@types/node', 'typescript', 'vitest']
/** The local chains and the sign-in server need these packages. */
const server = ['hono', '@hono/node-server']
const react = ['react', 'react-dom']
const reactTypes = ['@types/react', '@types/react-dom']

const templates = {
  vite: {
    scripts: { dev: 'vite', build: 'tsc && vite build' },
    packages: react,
    tools: [...reactTypes, '@vitejs/plugin-react', 'vite'],
  },
  next: {
    scripts: { dev: 'next dev', build: 'next build', start: 'next start' },
    packages: ['next', ...react],
    tools: reactTypes,
  },
  plain: { scripts: { dev: 'vite', build: 'tsc && vite build' }, packages: [], tools: ['vite'] },
}

/** Returns the text of `package.json`. */
export function manifest({ template, families: names, walletConnect, signIn, latchkey }, name) {
  const { scripts, packages, tools } = templates[template]
  const ownServer = signIn && template !== 'next'
  const used = [
    ...packages,
    ...names.flatMap((family) => families[family].packages),
    ...(walletConnect ? ['@walletconnect/universal-provider'] : []),
    ...(walletConnect && template === 'plain' ? ['uqr'] : []),
    ...(ownServer ? [...server, 'tsx'] : []),
  ]
  return `${JSON.stringify(
    {
      name,
      private: true,
      type: 'module',
      scripts: {
        ...scripts,
        devnet: 'tsx devnet.ts',
        ...(ownServer && { start: 'tsx server/main.ts' }),
        test: 'vitest run',
      },
      dependencies: versionsOf(used, { latchkey }),
      devDependencies: versionsOf([
        ...common,
        ...tools,
        ...names.flatMap((family) => families[family].local),
        ...(ownServer ? [] : [...server, 'tsx']),
      ]),
    },
    null,
    2,
  )}\n`
}

const versionsOf = (names, others = {}) =>
  Object.fromEntries(
    [...names.map((name) => [name, versions[name]]), ...Object.entries(others)].sort(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  )
