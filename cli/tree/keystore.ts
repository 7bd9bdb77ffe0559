import { type Command, Option } from 'commander'
import type { Action } from './command-run.ts'

export function addKeystoreCommands(program: Command, on: Action): void {
  const keystore = program.command('keystore').description('make an encrypted key file')
  keystore
    .command('new')
    .description('make a new key and store it encrypted')
    .argument('<file>', 'the file to write')
    .option('--family <family>', 'whose key it is (default: eip155)')
    .action(on(async () => (await import('../commands/keystore.ts')).newKeystore))
  keystore
    .command('import')
    .description('store an existing key, encrypted')
    .argument('<file>', 'the file to write')
    .addOption(
      new Option(
        '--from <source>',
        'key:<file>, key:env:<NAME>, key:- or keystore:<file> (Web3 v3 too)',
      ).default('key:-'),
    )
    .option('--family <family>', 'whose key it is (default: eip155)')
    .action(on(async () => (await import('../commands/keystore.ts')).importKeystore))
}
