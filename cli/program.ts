import { Command } from 'commander'
import { version } from '../src/version.ts'
import { exitCodeMeanings } from './output/exit-codes.ts'
import { addAccountCommands } from './tree/account.ts'
import { actions, type CommandRun } from './tree/command-run.ts'
import { addLookUpCommands } from './tree/look-up.ts'
import { several } from './tree/options.ts'
import { addProvingCommands } from './tree/prove.ts'
import { addServeCommands } from './tree/serve.ts'
import { addWalletCommands } from './tree/wallet.ts'

/** Creates all commands. Each command loads its code only when it runs, so that help is fast. `page` prints the text of help pages. */
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
    .option('--rpc <url>', 'RPC endpoint of that network; can be repeated', several)
    .option('--data <url>', 'service for tokens, activity and names')
    .option(
      '-w, --wallet <wallet>',
      'dev:<name>, keystore:<file>, key:<file>, key:env:<NAME>, key:-, walletconnect',
    )
    .option('--json', 'print one JSON object on standard output')
    .option('-q, --quiet', 'print the primary value only')
    .option('--verbose', 'write a log to standard error')
    .option('--timeout <seconds>', 'give up after this time; default: a minute for most commands')
    .option('--no-input', 'never prompt; nothing is signed without --yes')
    .option('-y, --yes', 'answer yes to confirmations; needed to sign without a terminal')
    .showHelpAfterError(false)
    .configureHelp({ showGlobalOptions: true, helpWidth: 80, minWidthToWrap: 24 })
    .addHelpText('after', footer)

  const on = actions(execute)
  addWalletCommands(program, on)
  addAccountCommands(program, on)
  addLookUpCommands(program, on)
  addProvingCommands(program, on)
  addServeCommands(program, on)
  configureAll(program, page)
  return program
}

/** Configures a command and all its subcommands. Commander itself copies these settings only to subcommands that are created later. */
function configureAll(command: Command, page: (text: string) => void): void {
  command.exitOverride().configureOutput({
    writeOut: page,
    writeErr: () => {},
    getOutHelpWidth: () => 80,
    getErrHelpWidth: () => 80,
  })
  for (const child of command.commands) configureAll(child, page)
}

function footer({ command }: { command: Command }): string {
  if (command.parent) return ''
  const codes = exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n')
  return `
Examples:
  latchkey devnet                              (in one terminal)
  latchkey connect --wallet dev:alice          (in another)
  latchkey connect -w dev:alice -n devnet-solana   (keeps the first wallet)
  latchkey send --to dev:bob --amount 0.5 --wait
  latchkey check

Exit codes:
${codes}

Environment:
  LATCHKEY_NETWORK, LATCHKEY_RPC_URL, LATCHKEY_WALLET, LATCHKEY_TIMEOUT
  LATCHKEY_DATA_URL, LATCHKEY_PROJECT_ID       of the data service
  LATCHKEY_RELAY_URL                           of the WalletConnect relay
  LATCHKEY_NAME_ZONE                           zone in which it registers names
  LATCHKEY_PASSWORD_FILE, LATCHKEY_PASSWORD    of a keystore
  LATCHKEY_HOME                                where the session is kept
  EMBEDDED_WALLET_KEY, SMTP_URL, MAIL_FROM, DATABASE_URL, METRICS_TOKEN
                                               of both commands that serve
  DESK_TOKEN, UPSTREAM_PROJECT_ID              of serve
  NO_COLOR, FORCE_COLOR`
}
