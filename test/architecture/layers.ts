import ts from 'typescript'

export interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
  readonly dynamic: boolean
}
export interface Violation {
  readonly file: string
  readonly rule: string
  readonly what: string
}
/** Sources by path from the project's root, such as `src/core/emitter.ts`. */
export type Sources = ReadonlyMap<string, string>

/**
 * Libraries that are too large to load before they are used, and the only folders that may `import()` them.
 */
const heavy: Readonly<Record<string, readonly RegExp[]>> = {
  viem: [
    /^src\/adapters\/eip155\//,
    /^src\/bridges\/viem\/chain\//,
    /^src\/providers\/uniswap\//,
    /^src\/wallets\/eip155\//,
    /^cli\/wallets\/eip155/,
    /^cli\/args\/contract-function/,
    /^src\/connectors\/ledger\/ethereum\.ts$/,
    /^src\/embedded-wallet\/smart-account\/chain-account/,
    /^src\/devnet\/(bundler\/|smart-accounts|nodes\/deploy-by-factory|node-faults\/replace-eip155)/,
  ],
  '@solana/web3.js': [/^src\/adapters\/solana\//, /^src\/wallets\/solana\//, /^cli\/wallets\/solana/],
  '@polkadot/api': [/^src\/adapters\/polkadot\//, /^src\/wallets\/polkadot\//, /^cli\/wallets\/polkadot/],
  '@polkadot/keyring': [/^src\/wallets\/polkadot\//],
  '@polkadot/types': [],
  '@polkadot/util': [/^src\/wallets\/polkadot\//],
  '@polkadot/util-crypto': [/^src\/wallets\/polkadot\//, /^cli\/wallets\/polkadot/],
  '@polkadot/wasm-crypto': [/^src\/wallets\/polkadot\//],
  '@scure/sr25519': [/^cli\/verifiers\/polkadot/, /^src\/siwx\/verify\//],
  'bitcoinjs-lib': [
    /^src\/adapters\/bip122\//,
    /^src\/devnet\/nodes\/bip122\/loopback\//,
    /^src\/wallets\/bip122\//,
    /^cli\/wallets\/bip122/,
  ],
  '@bitcoinerlab/secp256k1': [/^src\/adapters\/bip122\//, /^src\/devnet\/nodes\/bip122\/loopback\//],
  '@noble/curves': [
    /^cli\/verifiers\/(bip122|solana)/,
    /^src\/siwx\/verify\//,
    /^src\/embedded-wallet\/keys\//,
    /^src\/servers\/data\/nfts\/metaplex\.ts$/,
    /^src\/adapters\/solana\/chain\/names\.ts$/,
  ],
  '@cosmjs/amino': [/^src\/wallets\/cosmos\//],
  '@cosmjs/crypto': [/^src\/wallets\/cosmos\//],
  '@cosmjs/proto-signing': [/^src\/wallets\/cosmos\//],
  '@cosmjs/stargate': [/^src\/adapters\/cosmos\//, /^src\/wallets\/cosmos\//, /^cli\/wallets\/cosmos/],
  '@walletconnect/relay-auth': [/^src\/devnet\/relay\/admission\.ts$/],
  '@walletconnect/sign-client': [/^src\/wallets\/walletconnect\/sign-client\.ts$/],
  '@walletconnect/universal-provider': [/^src\/connectors\/walletconnect\/wallet-connect\.ts$/],
  '@ledgerhq/hw-app-eth': [/^src\/connectors\/ledger\/ethereum\.ts$/],
  '@ledgerhq/hw-app-solana': [/^src\/connectors\/ledger\/solana\.ts$/],
  '@ledgerhq/hw-transport-webhid': [/^src\/connectors\/ledger\/transport\.ts$/],
  '@solana-mobile/wallet-standard-mobile': [/^src\/connectors\/solana-mobile\//],
  buffer: [/^src\/connectors\/ledger\/transport\.ts$/],
  ethers: [/^cli\/verifiers\/(cosmos|eip155)/],
  tweetnacl: [/^cli\/verifiers\/solana/],
}

/**
 * The code that imports a family's chain library statically. The adapter, bridge, provider or wallet loads this code with
 * `import()`.
 */
const chainCode =
  /^src\/((adapters\/\w+|bridges\/viem|providers\/\w+)\/chain\/|wallets\/eip155\/account-of-key\.ts$)/
/** The provider that imports a package, to hash storage keys. */
const hashingProvider = /^src\/providers\/subscan\/chain\//
/** The devnet's Bitcoin simulator. It is loaded with `import()` when the family starts. */
const simulator = /^src\/devnet\/nodes\/bip122\/loopback\//
/** The code that verifies signatures of sign-ins. It is loaded with `import()`, one family at a time. */
const verifiers = /^src\/siwx\/verify\//

/** The code of the embedded wallet's smart account. It is loaded with `import()`. */
const smartAccount = /^src\/embedded-wallet\/smart-account\/chain-account(-address)?\.ts$/

const nodeOnly = /^(src\/devnet\/|src\/servers\/|src\/platform\/node\.ts|src\/testing\/|cli\/)/
const touchesWindow =
  /^(src\/platform\/|src\/ui-react\/|src\/embedded-wallet\/|src\/devnet\/|src\/testing\/|src\/connectors\/walletconnect\/library\/global-core\.ts|src\/connectors\/ledger\/transport\.ts|src\/connectors\/solana-mobile\/|src\/bridges\/shared\/register-wallet\.ts|src\/bridges\/appkit\/(shared-kit|create-app-kit)\.ts|src\/bridges\/(appkit|viem)-react\/|src\/devtools\/|cli\/)/
/**
 * Code that may use the browser directly. All other code uses the interface `PagePort`, for example to open a window.
 */
const isPlatform = /^(src\/(platform|devnet|testing|embedded-wallet)\/|cli\/)/
const ofPagePort = /^((window|globalThis|self)\.)?(navigator(\.\w+)?|open|matchMedia)$/
/** Parts of the browser that the page port does not offer, and the files that need them. */
const beyondPagePort: Readonly<Record<string, string>> = {
  // This file runs without a client, so it has no page port.
  'src/connectors/solana-mobile/register-solana-mobile.ts': 'navigator.userAgent',
  'src/connectors/solana-mobile/corrected-wallet.ts': 'navigator.permissions',
  // This file is needed only if a host lets the visitor's browser choose the language.
  'src/ui-react/language/choose-locale.ts': 'navigator.languages',
  // Browsers allow a page to copy only during the click, before any other code can load.
  'src/ui-react/parts/copy.tsx': 'navigator.clipboard',
}
const entryFile =
  /^src\/(index(\.production)?|[\w-]+\/index|(adapters|providers)\/[\w-]+\/index|connectors\/[\w-]+\/index)\.ts$/

/**
 * The imports that each layer may have (docs/architecture.md). An import that ends in `:type` allows only
 * types.
 */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  ports: [],
  version: [],
  core: ['core', 'ports'],
  networks: ['networks', 'core'],
  platform: ['platform', 'ports', 'core'],
  transport: ['transport', 'ports', 'core', '@noble/hashes'],
  services: ['services', 'transport', 'ports', 'core', 'zod'],
  connectors: ['connectors', 'ports', 'core', '@scure/base', '@wallet-standard/base', 'zod'],
  'adapters/shared': ['adapters/shared', 'ports', 'core', '@noble/hashes'],
  adapters: ['ports', 'core', 'adapters/shared', '@noble/hashes', '@scure/base'],
  providers: ['providers', 'core', 'ports'],
  controllers: ['controllers', 'services:type', 'connectors:type', 'adapters:type', 'core', 'ports'],
  client: [
    'client',
    'controllers',
    'connectors',
    'adapters',
    'services',
    'transport',
    'platform',
    'siwx',
    'core',
    'ports',
  ],
  // Bridges use only the types of the bridged libraries.
  bridges: [
    'bridges',
    'client:type',
    'adapters:type',
    'core',
    'ports',
    '@scure/base',
    '@wallet-standard/base',
  ],
  // This folder creates a client as a host does: through the entries of the package.
  'bridges/appkit': ['bridges/appkit', 'client:type', 'controllers:type', 'core', 'ports', 'latchkey'],
  'bridges/appkit-react': [
    'bridges/appkit-react',
    'bridges/appkit',
    'controllers:type',
    'core',
    'latchkey',
    'react',
    'react-dom',
  ],
  // The hooks for the calls of `bridges/viem`. They import these calls from the package's entry.
  'bridges/viem-react': ['bridges/viem-react', 'bridges:type', 'core', 'ports', 'latchkey', 'react'],
  // The devtools use only the public parts of a client.
  devtools: ['devtools', 'client:type', 'platform', 'core', 'ports', '@wallet-standard/base'],
  server: ['server', 'core'],
  siwx: ['siwx', 'core', 'ports', '@noble/hashes', '@scure/base'],
  'ui-react': [
    'ui-react',
    'controllers:type',
    'client:type',
    'core',
    'ports',
    // Classes that must exist only once, such as the error classes, are imported from the package's entry.
    'latchkey',
    'react',
    'react-dom',
    'uqr',
  ],
  wallets: [
    'wallets',
    'transport',
    'core',
    'ports',
    'platform',
    '@noble/hashes',
    '@scure/base',
    '@wallet-standard/base',
  ],
  // A separate page. It talks to the client only in messages.
  'embedded-wallet': [
    'embedded-wallet',
    'wallets',
    'siwx',
    'core',
    'ports',
    'zod',
    '@noble/hashes',
    '@scure/base',
    '@scure/bip32',
    '@scure/bip39',
    'shamir-secret-sharing',
  ],
  testing: [
    'testing',
    'wallets',
    'node',
    '@noble/hashes',
    '@scure/base',
    '@wallet-standard/base',
    ...[
      'ports',
      'core',
      'platform',
      'transport',
      'services',
      'connectors',
      'adapters',
      'adapters/shared',
      'controllers',
      'client',
    ],
  ],
  servers: [
    'servers',
    'siwx',
    'transport',
    'core',
    'node',
    '@noble/curves',
    '@scure/base',
    'zod',
    // Hosts that run a service install this package.
    'hono',
    '@hono/node-server',
    'nodemailer',
    'openid-client',
    'pg',
    '@electric-sql/pglite',
  ],
  devnet: [
    'devnet',
    '@account-abstraction/contracts',
    // These packages are under the GPL. Latchkey doesn't contain them, so hosts install them.
    '@uniswap/v2-core',
    '@uniswap/v2-periphery',
    'servers',
    'testing',
    'wallets',
    'core',
    'ports',
    'node',
    'zod',
    // The devnet's servers use this package. `serveLoopback` loads it with `import()`.
    'hono',
    '@hono/node-server',
    'cosmjs-types',
    'litesvm',
    '@noble/hashes',
    '@scure/base',
    '@solana/kit',
    'oidc-provider',
    'smtp-server',
    'ws',
  ],
  entry: ['*'],
  cli: [
    'cli',
    'latchkey',
    '@noble/hashes',
    '@scure/base',
    'commander',
    '@clack/prompts',
    'uqr',
    'playwright-core',
    'node',
  ],
}

/**
 * Code that the CLI may import although no entry of the package exports it: small helpers, the code that finds the devnet's programs and
 * packages, the requests to nodes, and the table of errors. No entry exports this table, because its texts are too large for pages.
 */
const sharedWithCli =
  /^src\/(core\/(fetch-read|response-body|protobuf|amounts\/fee-headroom|async\/(abort|load-once)|errors\/(conceal|latchkey-error))|devnet\/(find-program|node-packages)|testing\/readers\/node-request)\.ts$/

/**
 * Code that `src/wallets` may import from other layers: formats that both the client and wallets read and
 * write, and the link to the relay.
 */
const sharedWithWallets =
  /^src\/(adapters\/(bip122\/chain\/|cosmos\/(adr36|eth-key|sign-doc)\.ts|polkadot\/ss58\.ts|solana\/(fee|wire)\.ts)|connectors\/walletconnect\/)/

/**
 * Code that `src/siwx` may import from other layers: formats of addresses and documents, and the function that
 * calls a node. This code loads no library and no client.
 */
const sharedWithSiwx =
  /^src\/(adapters\/(bip122\/(address|message-signature|witness)|cosmos\/(address|adr36|sign-doc)|polkadot\/ss58|shared\/eip55)|platform\/system-fetch|transport\/(endpoint-url|json-rpc\/(endpoint-errors|json-rpc-answer)))\.ts$/

/**
 * Code of other layers that services use: the `fetch` and the clock of the process, the code that joins several data
 * providers, and the decoders of a polkadot chain's storage.
 */
const sharedWithServers =
  /^src\/(platform\/system-(fetch|clock)|services\/data\/joined-providers|adapters\/polkadot\/(ss58|chain\/(assets|balances|runtime|storage)))\.ts$/

/**
 * Code of other layers that the Ledger connector may import. This code completes, encodes and sends
 * transactions, and reports that a transaction may have been sent.
 */
const sharedWithLedger =
  /^src\/(adapters\/(shared\/lost-answer|solana\/wire)|wallets\/eip155\/keys|wallets\/node-pool)\.ts$/
const ledger = /^src\/connectors\/ledger\//

/**
 * The code that the wallet's frame and the client share: the messages between the frame and the page around it, and the
 * rules for work in idle time.
 */
const sharedWithFrame = /^src\/(connectors\/embedded\/protocol\/|platform\/idle\.ts$)/

/** The tiers of the controllers. A controller imports only lower tiers. */
const tiers = ['base', 'shell', 'wallet', 'features', 'coordinators']

function importsOf(path: string, text: string): readonly Import[] {
  const found: Import[] = []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      found.push({
        specifier: (node.moduleSpecifier as ts.StringLiteral).text,
        typeOnly: ts.isImportDeclaration(node) ? onlyTypes(node) : node.isTypeOnly,
        dynamic: false,
      })
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      found.push({
        specifier: (node.argument.literal as ts.StringLiteral).text,
        typeOnly: true,
        dynamic: false,
      })
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments
      found.push({
        specifier: argument && ts.isStringLiteralLike(argument) ? argument.text : '<computed>',
        typeOnly: false,
        dynamic: true,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function onlyTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false
  if (importClause.isTypeOnly) return true
  const { name, namedBindings } = importClause
  return (
    !name &&
    !!namedBindings &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((e) => e.isTypeOnly)
  )
}

/** Returns the layer of a source file, as a key of `allowed`. */
export function floorOf(path: string): string {
  if (path.startsWith('cli/')) return 'cli'
  if (
    /^src\/(index(\.production)?|(controllers|testing|devnet|servers|wallets|ui-react|connectors(\/(ledger|solana-mobile|walletconnect))?)\/index)\.ts$/.test(
      path,
    )
  )
    return 'entry'
  const [, floor = '', second = ''] = path.split('/')
  if (floor.endsWith('.ts')) return floor.slice(0, -3)
  if (floor === 'bridges' && /^appkit|-react$/.test(second)) return `bridges/${second}`
  return floor === 'adapters' && second === 'shared' ? 'adapters/shared' : floor
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node'
  const [scope = '', name] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

function resolve(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

export function check(sources: Sources): readonly Violation[] {
  const violations: Violation[] = []
  const graph = new Map<string, string[]>()
  for (const [file, text] of sources) {
    const report = (rule: string, what: string) => violations.push({ file, rule, what })
    const edges: string[] = []
    graph.set(file, edges)
    // Style sheets and data import nothing.
    if (/\.(css|json)$/.test(file)) continue
    for (const one of importsOf(file, text)) {
      if (one.specifier.startsWith('.')) {
        const target = resolve(file, one.specifier.replace(/\?inline$/, ''))
        if (!sources.has(target)) report('unresolved', one.specifier)
        edges.push(target)
        checkInternal(file, target, one, report)
      } else checkPackage(file, one, report)
    }
    checkSyntax(file, text, report)
  }
  for (const cycle of cyclesOf(graph)) {
    violations.push({ file: cycle[0] ?? '', rule: 'cycle', what: cycle.join(' -> ') })
  }
  return violations
}

type Report = (rule: string, what: string) => void

function checkInternal(file: string, target: string, one: Import, report: Report): void {
  const from = floorOf(file)
  const to = floorOf(target)
  if (to === 'version') return
  if (from === 'entry') return
  if (to === 'entry') report('barrel', `${target}: import the file itself, not an entry`)
  const rules = allowed[from]
  if (!rules) report('floor', `${from} is not a floor of the architecture`)
  if (!rules || to === 'entry') return
  const permitted =
    rules.includes(to) ||
    (one.typeOnly && rules.includes(`${to}:type`)) ||
    (from === 'cli' && sharedWithCli.test(target)) ||
    (ledger.test(file) && sharedWithLedger.test(target)) ||
    (from === 'wallets' && sharedWithWallets.test(target)) ||
    (from === 'siwx' && sharedWithSiwx.test(target)) ||
    (from === 'servers' && sharedWithServers.test(target)) ||
    (from === 'embedded-wallet' && sharedWithFrame.test(target))
  if (!permitted && !(from === 'adapters' && to === 'adapters' && family(file) === family(target))) {
    report('direction', `${from} may not import ${to} (${target}): what points upward is an event`)
  }
  if (from === 'controllers' && to === 'controllers' && tierOf(target) > tierOf(file)) {
    report('tier', `${target} is in a higher tier: what points upward is an event`)
  }
  // `chainCode` imports a heavy chain library, so other code must load `chainCode` with `import()`.
  if (
    (from === 'adapters' || from === 'bridges' || from === 'providers' || from === 'wallets') &&
    chainCode.test(target) &&
    !chainCode.test(file) &&
    !one.dynamic &&
    !one.typeOnly
  ) {
    report('chain', `${target} must be reached through import()`)
  }
  if (simulator.test(target) && !simulator.test(file) && !one.dynamic && !one.typeOnly) {
    report('simulator', `${target} must be reached through import()`)
  }
  if (smartAccount.test(target) && !smartAccount.test(file) && !one.dynamic && !one.typeOnly) {
    report('smart account', `${target} must be reached through import()`)
  }
  if (verifiers.test(target) && !verifiers.test(file) && !one.dynamic && !one.typeOnly) {
    report('verifiers', `${target} must be reached through import()`)
  }
}

function checkPackage(file: string, { specifier, typeOnly, dynamic }: Import, report: Report): void {
  const name = packageOf(specifier)
  const homes = heavy[name]
  if (homes) {
    if (typeOnly) return
    if (!homes.some((home) => home.test(file))) report('heavy', `${name} may not be imported here`)
    else if (!dynamic && ![chainCode, simulator, verifiers, smartAccount].some((one) => one.test(file)))
      report('heavy', `${name} must be reached through import()`)
    return
  }
  if (name === 'node' && nodeOnly.test(file)) return
  const rules = allowed[floorOf(file)] ?? []
  if (name === '@noble/hashes' && hashingProvider.test(file)) return
  if (!rules.includes(name) && !rules.includes('*'))
    report('package', `${specifier} may not be imported here`)
}

function checkSyntax(file: string, text: string, report: Report): void {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const isCli = file.startsWith('cli/')
  for (const statement of tree.statements) {
    if (ts.isExportAssignment(statement) || hasModifier(statement, ts.SyntaxKind.DefaultKeyword)) {
      report('default-export', statement.getText().slice(0, 60))
    }
    if (ts.isExportDeclaration(statement) && !statement.exportClause && !entryFile.test(file)) {
      report('export-star', statement.getText())
    }
    if (isCli || !ts.isVariableStatement(statement)) continue
    if (!(statement.declarationList.flags & ts.NodeFlags.Const))
      report('module-state', statement.getText().slice(0, 60))
    for (const { initializer } of statement.declarationList.declarations) {
      if (initializer && ts.isNewExpression(initializer) && isMutable(initializer)) {
        report('module-state', statement.getText().slice(0, 60))
      }
    }
  }
  if (!isPlatform.test(file)) checkPagePort(file, tree, report)
  if (touchesWindow.test(file)) return
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && ambient.has(node.text) && isFreeName(node)) report('ambient', node.text)
    if (ts.isPropertyAccessExpression(node) && node.getText() === 'Date.now') report('ambient', 'Date.now')
    ts.forEachChild(node, visit)
  }
  visit(tree)
}

function checkPagePort(file: string, tree: ts.SourceFile, report: Report): void {
  const visit = (node: ts.Node): void => {
    const root = rootOf(node)
    // Reads the text only if the root is an identifier, because `getText` is slow.
    const text = ts.isIdentifier(root) ? node.getText().replaceAll('?.', '.') : ''
    const called = ts.isCallExpression(node.parent) && node.parent.expression === node
    // `open` is a common name. It means `window.open` only if it is called and not declared in the file.
    const isOpen = text !== 'open' || called
    if (ofPagePort.test(text) && isOpen && ts.isIdentifier(root) && isFreeName(root)) {
      if (beyondPagePort[file] !== text) report('page-port', text)
    } else ts.forEachChild(node, visit)
  }
  ts.forEachChild(tree, visit)
}

function rootOf(node: ts.Node): ts.Node {
  return ts.isPropertyAccessExpression(node) ? rootOf(node.expression) : node
}

const ambient = new Set([
  ...['window', 'document', 'navigator', 'localStorage', 'sessionStorage', 'globalThis', 'process'],
  ...[
    'setTimeout',
    'setInterval',
    'clearTimeout',
    'clearInterval',
    'requestAnimationFrame',
    'queueMicrotask',
    'fetch',
  ],
])

/** Returns whether a name refers to a global, and is not a member, a key, a declaration or a type. */
function isFreeName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isShorthandPropertyAssignment(parent)) return !declaredIn(node)
  if (ts.isTypeNode(parent) || ts.isTypeElement(parent) || ts.isTypeQueryNode(parent)) return false
  if (ts.isQualifiedName(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false
  if (ts.isClassElement(parent) || ts.isBindingElement(parent) || ts.isParameter(parent)) return false
  if (ts.isVariableDeclaration(parent) && parent.name === node) return false
  return !declaredIn(node)
}

/** Returns whether an enclosing scope has a parameter or a local variable with this name. */
function declaredIn(node: ts.Identifier): boolean {
  for (let scope: ts.Node | undefined = node.parent; scope; scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.parameters.some((p) => bindsName(p.name, node.text))) return true
    if (ts.isBlock(scope) || ts.isSourceFile(scope)) {
      for (const statement of scope.statements) {
        if (!ts.isVariableStatement(statement)) continue
        if (statement.declarationList.declarations.some((d) => bindsName(d.name, node.text))) return true
      }
    }
  }
  return false
}

function bindsName(name: ts.BindingName, text: string): boolean {
  if (ts.isIdentifier(name)) return name.text === text
  return name.elements.some((element) => ts.isBindingElement(element) && bindsName(element.name, text))
}

function isMutable(node: ts.NewExpression): boolean {
  const name = node.expression.getText()
  if (name === 'Set' || name === 'Map') {
    // A constant with the declared type ReadonlySet or ReadonlyMap is allowed, because no code can change it.
    const declaration = node.parent as ts.VariableDeclaration
    return !/^Readonly(Set|Map)</.test(declaration.type?.getText() ?? '')
  }
  return /^(WeakMap|WeakSet|EventEmitter|Emitter|Array)$/.test(name)
}

function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && !!ts.getModifiers(node)?.some((modifier) => modifier.kind === kind)
}

function family(path: string): string {
  return path.split('/')[2] ?? ''
}

function tierOf(path: string): number {
  return tiers.indexOf(path.split('/')[2] ?? '')
}

/**
 * Returns the import cycles: the groups of files that import each other, and the files that import
 * themselves. Uses Tarjan's algorithm for strongly connected components.
 */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node) ?? 0)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
      } else if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, index.get(next) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1 || graph.get(node)?.includes(node)) cycles.push(component)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return cycles
}
