import { Argument, type Command, Option } from 'commander'
import type { Action } from './command-run.ts'
import { examples, listed, several } from './options.ts'

export function addProvingCommands(program: Command, on: Action): void {
  program.commandsGroup('Prove it:')
  program
    .command('check')
    .description('run flows end to end and check their results')
    .argument(
      '[flows...]',
      'flow files (JSON); default: the built-in flow, on a devnet that this command starts',
    )
    .option('--family <family>', 'only this chain family')
    .option('--max-spend <amount>', 'the most of the native coin that the flow may spend, fees included')
    .option('--to <address>', "recipient; default outside the devnet: the sender's own account")
    .option('--token <asset>', 'token for the token steps outside the devnet')
    .option('--as <wallet>', 'with -w walletconnect: the dev wallet whose keys sign')
    .option('--relayed', "run each flow twice: as usual, and over WalletConnect with check's own wallet")
    .option('--running', 'run on the running devnet, for each of its families')
    .option('--allow-mainnet', 'allow a network whose coins have real value')
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
        'latchkey check -w walletconnect      (over a relay, with its own wallet)',
        'latchkey check -w embedded           (in a frame, with your Chromium)',
        'latchkey check --relayed             (both: in this process, and over a relay)',
      ),
    )
    .action(on(async () => (await import('../commands/check.ts')).check, 'none'))
  program
    .command('devnet')
    .description('run local chains: real nodes, funded accounts, tokens')
    .addArgument(
      new Argument('[action]', 'start the devnet and run until Ctrl-C, or show the running devnet')
        .choices(['start', 'status', 'stop'])
        .default('start'),
    )
    .option('--allow-origin <origin>', 'origin of another page that may use the nodes; repeatable', several)
    .option(
      '--env <file>',
      'while the devnet runs, keep its networks in this file, as environment variables for a page',
    )
    .option(
      '--node-faults <names>',
      'make the nodes misbehave, such as no-batch,busy@once; repeatable',
      listed,
    )
    .addOption(
      new Option(
        '--relay-gate <name>',
        'open a second address of the relay, and make connections to it behave in this way',
      ).choices(['open', 'closed', 'dead', 'dead-one-way', 'slow', 'newest-only']),
    )
    .addHelpText(
      'after',
      examples(
        'latchkey devnet                                         (pages of this machine may use it)',
        'latchkey devnet --env .env.local                        (for a page under test, with Vite or Next)',
        'latchkey devnet --allow-origin https://preview.example',
        'latchkey devnet --node-faults no-batch,batch-limit:20   (see docs/devnet.md for the names)',
        'latchkey devnet --relay-gate open                       (then test a page as on a phone)',
      ),
    )
    .action(on(async () => (await import('../commands/devnet.ts')).devnet, 'none'))
}
