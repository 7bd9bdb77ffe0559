import { Argument, Command, Option } from 'commander'
import { version } from '../src/version.ts'
import type { Context } from './context.ts'
import { exitCodeMeanings } from './exit-codes.ts'
import type { Outcome } from './output.ts'

/** One command, ready to run once its context is there. */
export interface CommandRun {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
  /** Milliseconds; undefined: no limit. */
  readonly limit: number | undefined
  run(context: Context): Promise<Outcome>
}

const usualLimit = 60_000
/** A person takes a phone out, finds the app and scans. */
const pairingLimit = 300_000

interface Signable {
  readonly name: string
  readonly argument: string
  readonly about: string
  /** Something of the network is compared with it, unless one says not to. */
  readonly offline?: boolean
  readonly load: () => Promise<
    (context: Context, given: import('./commands/sign.ts').SignInput) => Promise<Outcome>
  >
}

const signables: readonly Signable[] = [
  {
    name: 'message',
    argument: '[text]',
    about: 'sign a text, as each family does: EIP-191, BIP-322, ADR-36 …',
    load: async () => (await import('./commands/sign.ts')).signMessage,
  },
  {
    name: 'typed-data',
    argument: '[json]',
    about: 'eip155: sign typed data (EIP-712)',
    load: async () => (await import('./commands/sign.ts')).signTypedData,
  },
  {
    name: 'transaction',
    argument: '[base64]',
    about: 'solana: sign a transaction, legacy or version 0',
    offline: true,
    load: async () => (await import('./commands/sign-transaction.ts')).signTransaction,
  },
  {
    name: 'psbt',
    argument: '[base64]',
    about: 'bip122: sign the inputs of a PSBT that are yours (BIP-174)',
    offline: true,
    load: async () => (await import('./commands/sign-psbt.ts')).signPsbt,
  },
  {
    name: 'payload',
    argument: '[json]',
    about: 'polkadot: sign the payload of an extrinsic (SignerPayloadJSON)',
    offline: true,
    load: async () => (await import('./commands/sign-payload.ts')).signPayload,
  },
  {
    name: 'doc',
    argument: '[json]',
    about: 'cosmos: sign a document: Direct, Amino or ADR-36',
    load: async () => (await import('./commands/sign-doc.ts')).signDoc,
  },
]

/**
 * The command tree. Each command's code is imported when it runs, so that help costs next to nothing. `page` takes help
 * and version text, piece by piece.
 */
export function createProgram(
  execute: (run: CommandRun) => Promise<void>,
  page: (text: string) => void,
): Command {
  const program = new Command('latchkey')
    .description('Connect crypto wallets and use them from the terminal.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('-n, --network <id>', 'CAIP-2 id or alias: eip155:1, sepolia, devnet')
    .option('--rpc <url>', 'RPC endpoint of that network')
    .option(
      '-w, --wallet <wallet>',
      'dev:<name>, keystore:<file>, key:<file>, key:env:<NAME>, key:-, walletconnect',
    )
    .option('--json', 'print one JSON object on standard output')
    .option('-q, --quiet', 'print the primary value only')
    .option('--verbose', 'log what happens on standard error')
    .option('--timeout <seconds>', 'give up after this time')
    .option('--no-input', 'never ask; fail instead')
    .option('-y, --yes', 'answer yes to confirmations')
    .showHelpAfterError(false)
    .configureHelp({ showGlobalOptions: true, helpWidth: 80 })
    .addHelpText('after', footer)

  // Arguments are the command's own, in its order; what commander appends is taken off here.
  const on =
    <A extends unknown[]>(run: (context: Context, ...args: A) => Promise<Outcome>, limit?: number | 'none') =>
    async (...params: unknown[]) => {
      const command = params.pop() as Command
      await execute({
        name: nameOf(command),
        options: command.optsWithGlobals(),
        limit: limit === 'none' ? undefined : (limit ?? usualLimit),
        run: (context) => run(context, ...(params as A)),
      })
    }

  program.commandsGroup('Wallet:')
  program
    .command('connect')
    .description('connect a wallet, one of each chain family, and remember it')
    .option('--relay <url>', 'WalletConnect relay; default: of the devnet that runs')
    .option('--uri-only', 'print the pairing uri alone, for scripts')
    .addHelpText(
      'after',
      examples(
        'latchkey connect --wallet dev:alice',
        'latchkey connect -w keystore:me.json -n sepolia',
        'latchkey connect -w keystore:sol.json -n solana-devnet    (beside it)',
        'latchkey connect -w walletconnect -n sepolia',
      ),
    )
    .action(
      on(
        async (context, options: import('./commands/connect.ts').ConnectOptions) =>
          (await import('./commands/connect.ts')).connect(context, options),
        pairingLimit,
      ),
    )
  program
    .command('status')
    .description('show what is connected')
    .action(on(async (context) => (await import('./commands/status.ts')).status(context)))
  program
    .command('balance')
    .description('read the balance of the connected account, or of another one')
    .argument('[account]', 'address or CAIP-10 account')
    .option('-a, --asset <asset>', assetHelp)
    .addOption(tokenOption())
    .addHelpText('after', examples('latchkey balance', 'latchkey balance eip155:11155111:0x… --json'))
    .action(
      on(async (context, account: string | undefined, options: GivenAsset) =>
        (await import('./commands/balance.ts')).balance(context, { account, asset: assetOf(options) }),
      ),
    )
  program
    .command('send')
    .description('send the native coin or a token')
    .option('--to <address>', 'receiver: address, CAIP-10 account, dev:<name>, or a bitcoin: link')
    .option('--amount <amount>', "decimal amount in the asset's unit, such as 0.5")
    .option('-a, --asset <asset>', assetHelp)
    .addOption(tokenOption())
    .option('--max-spend <amount>', 'native coin that it may cost at most, fee included')
    .option('--dry-run', 'build, check and estimate only; nothing is signed')
    .option('--wait', 'wait until the transaction is in a block')
    .option('--memo <text>', 'cosmos: a note that everybody can read; exchanges ask for one')
    .option('--fee-rate <sats>', 'bip122: sats for a virtual byte, instead of what blocks take')
    .option('--allow-death', 'polkadot: even when too little stays to keep the account')
    .option('--allow-mainnet', 'allow a network whose coins have value')
    .addHelpText(
      'after',
      examples(
        'latchkey send --to dev:bob --amount 0.5 --wait',
        'latchkey send --to 0x… --amount 1 --asset eip155:1/erc20:0x… --dry-run',
      ),
    )
    .action(
      on(async (context, options: Omit<import('./commands/send.ts').SendOptions, 'asset'> & GivenAsset) =>
        (await import('./commands/send.ts')).send(context, { ...options, asset: assetOf(options) }),
      ),
    )
  const sign = program
    .command('sign')
    .description('sign a message, typed data, a transaction, a payload, a document')
  for (const { name, argument, about, offline, load } of signables) {
    const command = sign
      .command(name)
      .description(about)
      .argument(argument, 'what to sign; - reads standard input')
      .option('--file <path>', 'read it from a file')
    if (name === 'message') command.option('--scheme <scheme>', 'bip122: ecdsa or bip322')
    if (offline) command.option('--offline', 'do not ask the network whether it fits')
    command.action(
      on(
        async (
          context,
          input: string | undefined,
          options: { file?: string; offline?: boolean; scheme?: string },
        ) => (await load())(context, { input, ...options }),
      ),
    )
  }
  sign.addHelpText(
    'after',
    examples(
      'latchkey sign message "I was here"',
      'latchkey sign psbt --file payment.psbt',
      'latchkey sign transaction - < transaction.b64',
      'latchkey sign doc --file sign-doc.json -n cosmos:cosmoshub-4',
    ),
  )
  program
    .command('switch')
    .description('move the connected wallet to another network')
    .argument('<network>', 'CAIP-2 id or alias')
    .action(
      on(async (context, network: string) =>
        (await import('./commands/switch.ts')).switchNetwork(context, network),
      ),
    )
  program
    .command('disconnect')
    .description('disconnect a wallet and forget it: the active one, or that of --network')
    .option('--family <family>', 'the wallet of this chain family')
    .option('--all', 'all wallets')
    .action(
      on(async (context, options: import('./commands/disconnect.ts').DisconnectOptions) =>
        (await import('./commands/disconnect.ts')).disconnect(context, options),
      ),
    )
  program
    .command('wallet')
    .description('be the wallet: answer the pairing uri of any app')
    .argument('<uri>', 'wc:…@2?…, as the app shows or copies it')
    .option('--approve', 'approve the pairing and every request')
    .option('--reject', 'reject the pairing')
    .option('--script <file>', 'answer as this file (JSON) says, else approve')
    .option('--as <wallet>', 'dev:<name> or keystore:<file>, several times (default: dev:alice)', several)
    .option('--networks <ids>', 'networks that it knows; default: those of the devnet', listed)
    .option('--relay <url>', 'WalletConnect relay; default: of the devnet that runs')
    .option('--allow-mainnet', 'allow networks whose coins have value')
    .addHelpText(
      'after',
      examples(
        "latchkey wallet 'wc:…' --approve",
        "latchkey wallet 'wc:…' --as dev:bob --networks devnet,devnet-solana",
        "latchkey wallet 'wc:…' --script refuse.json --json",
      ),
    )
    .action(
      on(
        async (context, uri: string, options: import('./commands/wallet.ts').WalletOptions) =>
          (await import('./commands/wallet.ts')).wallet(context, uri, options),
        'none',
      ),
    )
  const keystore = program.command('keystore').description('make an encrypted key file')
  keystore
    .command('new')
    .description('make a new key and store it encrypted')
    .argument('<file>', 'the file to write')
    .option('--family <family>', 'whose key it is (default: eip155)')
    .action(
      on(async (context, file: string, options: { family?: string }) =>
        (await import('./commands/keystore.ts')).newKeystore(context, file, options.family),
      ),
    )
  keystore
    .command('import')
    .description('store a key that exists, encrypted')
    .argument('<file>', 'the file to write')
    .addOption(
      new Option(
        '--from <source>',
        'key:<file>, key:env:<NAME>, key:- or keystore:<file> (Web3 v3 too)',
      ).default('key:-'),
    )
    .option('--family <family>', 'whose key it is (default: eip155)')
    .action(
      on(async (context, file: string, options: { from: string; family?: string }) =>
        (await import('./commands/keystore.ts')).importKeystore(context, file, options.from, options.family),
      ),
    )

  program.commandsGroup('Look up:')
  program
    .command('networks')
    .description('list the networks and their aliases')
    .option('--testnets', 'test networks only')
    .action(
      on(async (context, options: { testnets?: boolean }) =>
        (await import('./commands/networks.ts')).listNetworks(context, options),
      ),
    )
  program
    .command('inspect')
    .description('explain a CAIP string, an address, a PSBT or an error code')
    .argument('<value>', 'such as eip155:1/erc20:0x…, bc1q… or wallet/user-rejected')
    .addHelpText('after', examples('latchkey inspect bc1q… --network bitcoin-signet'))
    .action(
      on(async (context, value: string) => (await import('./commands/inspect.ts')).inspect(context, value)),
    )
  program
    .command('doctor')
    .description('check this machine: Node, packages, endpoint, clock, files, devnet')
    .action(on(async (context) => (await import('./commands/doctor.ts')).doctor(context)))

  program.commandsGroup('Prove it:')
  program
    .command('check')
    .description('run flows end to end and check what they did')
    .argument('[flows...]', 'flow files (JSON); none: the built-in flow on a devnet of its own')
    .option('--family <family>', 'only this chain family')
    .option('--max-spend <amount>', 'native coin that the flow may use up, fees included')
    .option('--to <address>', 'who receives; default: the own account outside the devnet')
    .option('--token <asset>', 'token for the token steps outside the devnet')
    .option('--as <wallet>', 'with -w walletconnect: whose keys the wallet at the other end has')
    .option('--relayed', 'run each flow again over WalletConnect, to a wallet of its own')
    .option('--running', 'on the devnet that runs, every family that it has')
    .option('--allow-mainnet', 'allow a network whose coins have value')
    .addOption(
      new Option('--reporter <format>', 'what to print on standard output')
        .choices(['table', 'json', 'junit'])
        .default('table'),
    )
    .addHelpText(
      'after',
      examples(
        'latchkey check',
        'latchkey check --family eip155 --reporter junit > report.xml',
        'latchkey check -n sepolia -w keystore:me.json --max-spend 0.001',
        'latchkey check -w walletconnect      (over a relay, to a wallet of its own)',
        'latchkey check --relayed             (both: held here, and over a relay)',
      ),
    )
    .action(
      on(
        async (context, flows: string[], options: import('./commands/check.ts').CheckOptions) =>
          (await import('./commands/check.ts')).check(context, flows, options),
        'none',
      ),
    )
  program
    .command('devnet')
    .description('a local world: real nodes, funded accounts, tokens')
    .addArgument(
      new Argument('[action]', 'start it and stay up until Ctrl-C, or look at the one that runs')
        .choices(['start', 'status', 'stop'])
        .default('start'),
    )
    .action(
      on(async (context, action: 'start' | 'status' | 'stop') =>
        (await import('./commands/devnet.ts')).devnet(context, action),
      ),
    )

  configureAll(program, page)
  return program
}

/** Commander copies these settings to subcommands only as they are when a subcommand is made. */
function configureAll(command: Command, page: (text: string) => void): void {
  command.exitOverride().configureOutput({
    writeOut: page,
    writeErr: () => {},
    getOutHelpWidth: () => 80,
    getErrHelpWidth: () => 80,
  })
  for (const child of command.commands) configureAll(child, page)
}

const assetHelp = 'CAIP-19 id, contract address, or symbol on the devnet'

/** The older name of `--asset`. */
function tokenOption(): Option {
  return new Option('-t, --token <asset>', 'the same as --asset').conflicts('asset')
}

/** One asset, by the name of the option that gave it. */
function assetOf({ asset, token }: GivenAsset): import('./assets.ts').NamedAsset | undefined {
  if (asset !== undefined) return { text: asset, field: 'asset' }
  return token === undefined ? undefined : { text: token, field: 'token' }
}

interface GivenAsset {
  readonly asset?: string
  readonly token?: string
}

function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

function listed(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(',').filter((one) => one !== '')]
}

function nameOf(command: Command): string {
  const names: string[] = []
  for (let one: Command | null = command; one?.parent; one = one.parent) names.unshift(one.name())
  return names.join(' ')
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
}

function footer({ command }: { command: Command }): string {
  if (command.parent) return ''
  const codes = exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n')
  return `
Examples:
  latchkey devnet                              (in one terminal)
  latchkey connect --wallet dev:alice          (in another)
  latchkey connect -w dev:alice -n devnet-solana   (beside it)
  latchkey send --to dev:bob --amount 0.5 --wait
  latchkey check

Exit codes:
${codes}

Environment:
  LATCHKEY_NETWORK, LATCHKEY_RPC_URL, LATCHKEY_WALLET, LATCHKEY_TIMEOUT
  LATCHKEY_PASSWORD_FILE, LATCHKEY_PASSWORD    of a keystore
  LATCHKEY_HOME                                where the session is kept
  NO_COLOR, FORCE_COLOR`
}
