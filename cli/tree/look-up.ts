import { Argument, type Command } from 'commander'
import type { Shell } from '../commands/completion.ts'
import type { Context } from '../context.ts'
import type { Action } from './command-run.ts'
import { examples, functionArguments } from './options.ts'

export function addLookUpCommands(program: Command, on: Action): void {
  program.commandsGroup('Look up:')
  program
    .command('networks')
    .description('list the networks and their aliases')
    .option('--testnets', 'test networks only')
    .action(on(async () => (await import('../commands/look-up/networks.ts')).listNetworks))
  program
    .command('read')
    .description('eip155: read from a contract function')
    .argument('<address>', 'the contract: address or CAIP-10 account')
    .argument(
      '<function>',
      "function with the types of its arguments and of its result: 'balanceOf(address)(uint256)'",
    )
    .argument('[args...]', functionArguments)
    .addHelpText('after', examples("latchkey read 0x… 'balanceOf(address)(uint256)' dev:bob"))
    .action(on(async () => (await import('../commands/contract/read.ts')).read))
  program
    .command('tx')
    .description('show the status, block, fee, sender and recipient of a transaction')
    .argument('<hash>', 'the hash; on solana, the signature')
    .option('--since <block>', 'polkadot: search the blocks after this block (default: the last 100 blocks)')
    .addHelpText('after', examples('latchkey tx 0x…', 'latchkey tx 0x… -n base --json'))
    .action(on(async () => (await import('../commands/look-up/transaction.ts')).transaction))
  program
    .command('inspect')
    .description('explain a CAIP string, an address, a PSBT or an error code')
    .argument('<value>', 'such as eip155:1/erc20:0x…, bc1q… or wallet/user-rejected')
    .addHelpText('after', examples('latchkey inspect bc1q… --network bitcoin-signet'))
    .action(on(async () => (await import('../commands/look-up/inspect.ts')).inspect))
  program
    .command('doctor')
    .description('check this machine: Node, packages, endpoint, clock, files, devnet')
    .option('--telemetry', 'show what a page would send to endpoints.analytics; nothing is sent')
    .option(
      '--endpoints',
      'test every endpoint of --network, or of all networks, and show what each endpoint supports',
    )
    .option(
      '--origin <origin>',
      'with --endpoints: also send the requests that a page of this origin would send, such as https://app.example',
    )
    .addHelpText(
      'after',
      examples('latchkey doctor -n base', 'latchkey doctor --endpoints -n base --origin https://app.example'),
    )
    .action(on(async () => (await import('../commands/doctor.ts')).doctor))
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', examples('source <(latchkey completion bash)'))
    .action(
      on(async () => {
        const { completion } = await import('../commands/completion.ts')
        return (context: Context, shell: Shell) => completion(context, shell, program)
      }),
    )
}
