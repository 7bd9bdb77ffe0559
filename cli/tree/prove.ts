import { Argument, type Command, Option } from 'commander'
import type { Action } from './command-run.ts'
import { examples, several } from './options.ts'

export function addProvingCommands(program: Command, on: Action): void {
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
        'latchkey check -w embedded           (in a frame, by a Chromium of yours)',
        'latchkey check --relayed             (both: held here, and over a relay)',
      ),
    )
    .action(
      on(
        async (context, flows: string[], options: import('../commands/check.ts').CheckOptions) =>
          (await import('../commands/check.ts')).check(context, flows, options),
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
    .option('--allow-origin <origin>', 'a page elsewhere that may ask the nodes, several times', several)
    .addHelpText(
      'after',
      examples(
        'latchkey devnet                                         (pages of this machine may ask)',
        'latchkey devnet --allow-origin https://preview.example',
      ),
    )
    .action(
      on(
        async (
          context,
          action: 'start' | 'status' | 'stop',
          options: import('../commands/devnet.ts').DevnetCommandOptions,
        ) => (await import('../commands/devnet.ts')).devnet(context, action, options),
      ),
    )
}
